import { relative } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { isUsable, spokenModels } from "../../app/machine/agent-seen.ts";
import type { Initiation } from "../../app/machine/init.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { dropTypedAhead } from "../terminal/prompt.ts";

type Options = { yes?: true; json?: true };

export function addInit(planwright: Command, exit: Exit): void {
  planwright
    .command("init")
    .summary("find out what this repository needs, and write its configuration")
    .description(
      "Look for lockfiles, tests, tools and agents, and propose planwright.config.yaml: what to install before contracts run, and into which folders. An existing file is never changed.",
    )
    .option("-y, --yes", "write it without asking")
    .option("--json", "one JSON document; writes only with --yes")
    .addHelpText("after", AFTER)
    .action(async (options: Options) => {
      exit(await inScene((scene) => init(scene, options)));
    });
}

const AFTER = `
Examples:
  planwright init          look, and ask before anything is written
  planwright init --yes
  planwright init --json   only look

Exit status: 0 looked, and written where that was wanted; 2 the command itself was wrong.`;

async function init(scene: Scene, { yes = false, json = false }: { yes?: boolean; json?: boolean }): Promise<number> {
  const { lookAround, writeConfig } = await import("../../app/machine/init.ts");
  const seen = await lookAround(scene);
  if (!json) process.stdout.write(report(seen));
  const answer = seen.proposed === null ? "no" : yes ? "yes" : json ? "no" : await ask(seen);
  if (answer === "interrupted") return exitCodes.interrupted;
  if (answer === "yes") writeConfig(seen);
  if (json) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...seen, isWritten: answer === "yes" })}\n`);
  } else {
    if (answer === "yes") process.stdout.write(`${nameOf(seen)} is written; commit it with your work\n`);
    process.stdout.write(next(seen));
  }
  return exitCodes.ok;
}

/** What can be typed as it stands, in this repository. */
function next({ plan, gates }: Initiation): string {
  const contract = gates.test ?? "COMMAND";
  const quoted = contract.includes("'") ? "..." : contract;
  const lines = [
    ["planwright doctor", "whether contracts and agents can run here"],
    plan === null
      ? [`planwright do "WHAT TO DO" --contract '${quoted}'`, "one thing, proven"]
      : [`planwright verify ${shown(plan)}`, "what is wrong with the plan"],
  ];
  const width = Math.max(...lines.map(([command = ""]) => command.length));
  return lines
    .map(([command = "", why], index) => `${index === 0 ? "next: " : "      "}${command.padEnd(width)}  ${why}\n`)
    .join("");
}

const shown = (path: string): string => visibleText(relative("", path));

const nameOf = ({ config }: Initiation): string => shown(config);

function report(seen: Initiation): string {
  const { found, copy, gates, agents } = seen;
  const lines = [
    ...found.map(({ lockfile, command, tool, isInstalled }) => [
      lockfile,
      isInstalled ? command : `${command} (${tool} is not on your PATH: install it first)`,
    ]),
    ...copy.map((name) => [name, "ignored by git, read by tests"]),
    ...Object.entries(gates),
    ...agents.map((agent) => [agent.name, agentLine(agent)]),
  ];
  const width = Math.max(0, ...lines.map(([name = ""]) => name.length));
  const table = lines.map(([name = "", told = ""]) => `  ${name.padEnd(width)}  ${visibleText(told)}\n`).join("");
  const all = lines.length === 0 ? "no lockfile, test command or agent was found\n" : `found:\n${table}`;
  return `${all}${unlocked(seen)}${noSetUp(seen)}${toInstall(seen)}${player(seen)}\n${conclusion(seen)}`;
}

function unlocked({ unlocked: command }: Initiation): string {
  if (command === null) return "";
  return `package.json has no lockfile: run \`${command}\` in this checkout, and contracts see what it installs.
Commit the lockfile that it writes and run \`planwright init\` again, and every tree gets what its own lockfile names.
`;
}

/** Somebody who reads a proposal without one would look for it. */
function noSetUp({ found, unlocked: command, proposed }: Initiation): string {
  if (found.length > 0 || command !== null || proposed === null) return "";
  return "no set-up is proposed: git has no lockfile here, so contracts see what is installed in this checkout\n";
}

function agentLine(agent: Initiation["agents"][number]): string {
  const { title, way, letInBy } = agent;
  if (way === "builtin") {
    const letIn = letInBy === null ? "needs no key" : `authenticated by ${letInBy}`;
    return `${title}: ${spokenModels(agent.models)}, as known on ${agent.catalogue}; ${letIn}`;
  }
  const versions = agent.programs.map(({ program, version }) => (version === null ? program : `${program} ${version}`));
  const letIn = letInBy === null ? `not logged in: ${agent.logIn}` : `authenticated by ${letInBy}`;
  return `${title}, ${way === "acp" ? "over ACP" : "as a command"}: ${versions.join(", ")}; ${letIn}`;
}

/** How to get an agent, where there is none. */
function toInstall({ toInstall: choices, toSet }: Initiation): string {
  if (choices.length === 0) return "";
  const width = Math.max(...choices.map(({ title }) => title.length));
  const lines = choices.map(({ title, install }) => `  ${title.padEnd(width)}  ${install}\n`);
  const key = `or set ${toSet.join(", or ")}: a key is enough for the built-in one\n`;
  return `no agent is on your PATH; to get one:\n${lines.join("")}${key}`;
}

function player({ agents: [first], proposed, roles }: Initiation): string {
  if (proposed === null || !first || !isUsable(first)) return "";
  return `${first.name} would work as ${roles.join(", ")}\n`;
}

const NOTHING = "nothing to configure: contracts see what is installed in your checkout\n";

const indented = (text: string): string => text.replace(/^(?=.)/gm, "    ");

function conclusion(seen: Initiation): string {
  const { isThere, lacks, proposed } = seen;
  const name = nameOf(seen);
  if (isThere && lacks.length === 0) return `${name} is there, and nothing is missing in it\n`;
  if (isThere) {
    const more = lacks.map((each) => `  - ${visibleText(each)}\n`).join("");
    return `${name} is there and is left as it is. It could say more:\n${more}`;
  }
  return proposed === null ? NOTHING : `${name} would be:\n\n${indented(proposed)}\n`;
}

/** Asks only where somebody can answer. An end of input is a no. */
async function ask(seen: Initiation): Promise<"yes" | "no" | "interrupted"> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) {
    stderr.write(`planwright: ${nameOf(seen)} is not written without a terminal to ask on; use --yes\n`);
    return "no";
  }
  await dropTypedAhead();
  const lines = createInterface({ input: stdin, output: stderr });
  return new Promise((resolve) => {
    // After an end of input or an interrupt the cursor still stands behind the question.
    lines.on("close", () => {
      stderr.write("\n");
      resolve("no");
    });
    lines.on("SIGINT", () => {
      resolve("interrupted");
      lines.close();
    });
    lines.question(`write ${nameOf(seen)}? [Y/n] `, (answer) => {
      resolve(/^(?:y|yes|)$/i.test(answer.trim()) ? "yes" : "no");
      lines.removeAllListeners("close");
      lines.close();
    });
  });
}
