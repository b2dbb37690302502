import { executedFile } from "../../shell/executed-file.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import type { ShellWord } from "../../shell/shell-word.ts";

/**
 * The words that a JavaScript runner is given when this invocation starts it: by its name, or as a file that Node
 * executes, which is how Jest is started where it must load modules. Null when something else is started.
 */
export function wordsForRunner(invocation: Invocation, name: string): readonly ShellWord[] | null {
  const { args } = invocation;
  if (programOf(invocation) === name) return args;
  const file = executedFile(invocation);
  const isRunner = new RegExp(`(?:^|/)node_modules/(?:\\.bin/${name}|${name}/(?:bin/)?${name}(?:\\.m?js)?)$`);
  return file !== null && isRunner.test(file.text ?? "") ? args.slice(args.indexOf(file) + 1) : null;
}
