import { CommanderError } from "commander";
import { refusalBySystem } from "../app/file-access.ts";
import { visibleText } from "../std/visible-text.ts";
import { program } from "./program.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { RunLeft } from "./terminal/run-left.ts";

/** Runs one command line and says how it ended. Nothing that goes wrong reaches a person as a stack trace. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  try {
    const planwright = await program(args, (code) => {
      exitCode = code;
    });
    await planwright.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const broke = error instanceof RunLeft ? error.cause : error;
    const told = repairable(broke);
    process.stderr.write(`planwright: ${messageOf(broke, told, args.includes("--debug"))}\n`);
    if (error instanceof RunLeft) process.stderr.write(error.message);
    return told === null ? exitCodes.fault : exitCodes.usage;
  }
}

/** One line about what a person can put right: the command, or the world it ran in. Null for a fault of our own. */
function repairable(error: unknown): string | null {
  if (error instanceof Error && REPAIRABLE.has(error.name)) return error.message;
  return refusalBySystem(error);
}

/** By name, because loading a class would load the room that throws it. */
const REPAIRABLE = new Set([
  "UsageError",
  "WorkspaceError",
  "SandboxError",
  "SigningKeyError",
  "StoreError",
  "EngineError",
  "AgentError",
]);

function messageOf(error: unknown, told: string | null, wantsStack: boolean): string {
  if (wantsStack && error instanceof Error && error.stack) return error.stack;
  if (told !== null) return visibleText(told);
  const message = error instanceof Error ? error.message : String(error);
  return `${visibleText(message)} (this is a fault of Planwright's own; --debug shows where)`;
}
