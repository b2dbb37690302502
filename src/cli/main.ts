import { CommanderError } from "commander";
import { visibleText } from "../std/visible-text.ts";
import { program } from "./program.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** Runs one command line and says how it ended. Nothing that goes wrong reaches a person as a stack trace. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  try {
    await program((code) => {
      exitCode = code;
    }).parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    process.stderr.write(`planwright: ${messageOf(error, args.includes("--debug"))}\n`);
    return isUsage(error) ? exitCodes.usage : exitCodes.failed;
  }
}

/** By name, because loading the class would load the command that throws it. */
const isUsage = (error: unknown): boolean => error instanceof Error && error.name === "UsageError";

function messageOf(error: unknown, wantsStack: boolean): string {
  if (!(error instanceof Error)) return String(error);
  if (wantsStack && error.stack) return error.stack;
  return isUsage(error)
    ? visibleText(error.message)
    : `${error.message} (this is a fault of Planwright's own; --debug shows where)`;
}
