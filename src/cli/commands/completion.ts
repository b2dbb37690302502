import { Argument, type Command } from "commander";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

export function addCompletion(planwright: Command, exit: Exit): void {
  planwright
    .command("completion")
    .summary("print what lets your shell complete commands, options and plans")
    .description(
      "Print the completion script of a shell. It is made from the commands themselves, and names the plans of the repository you stand in.",
    )
    .addArgument(new Argument("<shell>", "the shell you type in").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", AFTER)
    .action(async (shell: "bash" | "zsh" | "fish") => {
      process.stdout.write(await scriptFor(shell, planwright));
      exit(exitCodes.ok);
    });
}

const AFTER = `
Examples:
  planwright completion bash > ~/.local/share/bash-completion/completions/planwright
  planwright completion zsh > ~/.zfunc/_planwright
  planwright completion fish > ~/.config/fish/completions/planwright.fish

For zsh, a folder such as ~/.zfunc must be on fpath before compinit.

Exit status: 0; 2 the command was wrong.`;

async function scriptFor(shell: "bash" | "zsh" | "fish", planwright: Command): Promise<string> {
  const { spokenCommands } = await import("../completion/spoken-command.ts");
  const commands = spokenCommands(planwright);
  switch (shell) {
    case "bash":
      return (await import("../completion/bash-script.ts")).bashScript(commands);
    case "zsh":
      return (await import("../completion/zsh-script.ts")).zshScript(commands);
    case "fish":
      return (await import("../completion/fish-script.ts")).fishScript(commands);
  }
}
