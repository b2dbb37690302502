import { delimiter } from "node:path";
import { everydayVariables } from "../../config/environment.ts";
import { ProgramError } from "../../programs/program.ts";
import { startProgram } from "../../programs/run-program.ts";

/** `search` are the folders in which it is looked for; `home` is where it may leave something. */
export type Question = { argv: readonly string[]; search: readonly string[]; seconds: number; home?: string };

/**
 * What a program of the person's prints when it is asked something; null when it fails, is not there, or takes longer
 * than it may. Nothing of it is left running.
 */
export async function answerTo(question: Question): Promise<string | null> {
  try {
    return await answerWithin(question);
  } catch (error) {
    if (error instanceof ProgramError) return null;
    throw error;
  }
}

async function answerWithin({ argv, search, seconds, home }: Question): Promise<string | null> {
  const env = { ...everydayVariables(), PATH: search.join(delimiter), ...(home !== undefined && { HOME: home }) };
  const { pid, pipe, exit } = await startProgram({
    argv,
    cwd: "/",
    env,
    pipes: { 1: "from", 2: "from" },
    life: [1, 2],
  });
  const parts: Buffer[] = [];
  pipe(1).on("data", (bytes: Buffer) => parts.push(bytes));
  pipe(2).resume();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1000);
  });
  const ended = await Promise.race([exit, tooLate]);
  clearTimeout(timer);
  if (ended === null) endGroup(pid);
  for (const number of [1, 2]) pipe(number).destroy();
  return ended !== null && "code" in ended && ended.code === 0 ? Buffer.concat(parts).toString("utf8") : null;
}

/** All of it: many agents are a small script that starts the real program. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
