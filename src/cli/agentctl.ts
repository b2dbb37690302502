import { runAgentctl } from "../app/plans/agentctl.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { inScene } from "./terminal/in-scene.ts";
import { messageOf, repairable } from "./terminal/told-error.ts";

/** Runs one command line of `agentctl` and says how it ended. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { status, stdout, stderr } = await inScene((scene) =>
      runAgentctl(
        scene,
        args.filter((word) => word !== "--debug"),
      ),
    );
    process.stderr.write(stderr);
    process.stdout.write(stdout);
    return status;
  } catch (error) {
    const told = repairable(error);
    process.stderr.write(`agentctl: ${messageOf(error, told, args.includes("--debug"))}\n`);
    if (told === null) return exitCodes.fault;
    return error instanceof Error && error.name === "DeskError" ? exitCodes.failed : exitCodes.usage;
  }
}
