import { CommanderError } from "commander";
import { meantWords, withoutVainHelp } from "./meant-words.ts";
import { program } from "./program.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { RunLeft } from "./terminal/run-left.ts";
import { messageOf, repairable } from "./terminal/told-error.ts";

/** Runs one command line and says how it ended. Nothing that goes wrong reaches a person as a stack trace. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  try {
    const words = meantWords(args);
    const planwright = await program(words, (code) => {
      exitCode = code;
    });
    await planwright.parseAsync(withoutVainHelp(planwright, words), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const broke = error instanceof RunLeft ? error.cause : error;
    const told = repairable(broke);
    const { folded } = await import("./terminal/folded.ts");
    process.stderr.write(folded(`planwright: ${messageOf(broke, told, args.includes("--debug"))}\n`, process.stderr));
    if (error instanceof RunLeft) process.stderr.write(error.message);
    return told === null ? exitCodes.fault : exitCodes.usage;
  }
}
