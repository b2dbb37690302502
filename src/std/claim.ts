import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createFile, ExistsError } from "./create-atomically.ts";
import { removeDeadDrafts } from "./dead-drafts.ts";
import { isRunning, isSameProcess, type ProcessMark, thisProcess } from "./process-mark.ts";
import { writeAtomically } from "./write-atomically.ts";

/** A process, or what it does under a name: two such parts of one process are as strange to each other as two processes. */
export type Holder = ProcessMark & { as?: string };

/**
 * Who holds something, said by a file `name.N` beside it. The highest number counts, and numbers only grow:
 * to follow a holder that is gone, a process makes the next one, which only one can. (Deleting a lock that somebody
 * left behind cannot be made safe: two may find it dead, and the slower one deletes the lock of the quicker.)
 */
export type Claim = { file: string; holder: Holder | null; note: string };

/** Refused while another process holds it, which is null when it was quicker just now. */
export type Claiming = { is: "ours"; claim: Claim } | { is: "taken"; by: ProcessMark | null };

/** The claim that counts, whether or not its holder still runs; null where nobody ever made one. */
export function claimOn(folder: string, name: string): Claim | null {
  return latest(folder, name)?.claim ?? null;
}

/** The holder, `as` the same, may claim again when `again` allows it. */
export function tryClaim(
  folder: string,
  name: string,
  note: string,
  again: "again" | "once" = "once",
  as?: string,
): Claiming {
  const me: Holder = as === undefined ? thisProcess() : { ...thisProcess(), as };
  const last = latest(folder, name);
  const holder = last?.claim?.holder ?? null;
  if (last?.claim && holder && again === "again" && isSameProcess(holder, me) && holder.as === as)
    return { is: "ours", claim: last.claim };
  if (holder && isRunning(holder)) return { is: "taken", by: holder };

  const file = join(folder, `${name}.${(last?.number ?? 0) + 1}`);
  const claim = { file, holder: me, note };
  try {
    createFile(file, textOf(claim));
  } catch (error) {
    if (error instanceof ExistsError) return { is: "taken", by: null };
    throw error;
  }
  if (isPassed(folder, name, file)) {
    rmSync(file, { force: true });
    return { is: "taken", by: null };
  }
  if (last) rmSync(join(folder, `${name}.${last.number}`), { force: true });
  removeDeadDrafts(folder);
  return { is: "ours", claim };
}

/**
 * Whether others went on since we looked: they made our number, followed it with a higher one and took it away, so that it
 * could be made once more. Whoever holds it is not the last, and never was.
 */
const isPassed = (folder: string, name: string, file: string): boolean => latest(folder, name)?.claim?.file !== file;

/** The file stays, so that its number is never used again. */
export const releaseClaim = (claim: Claim): void => writeAtomically(claim.file, textOf({ ...claim, holder: null }));

/** The highest number; its claim is null when the file is damaged, and then nobody holds it. */
function latest(folder: string, name: string): { number: number; claim: Claim | null } | null {
  const numbers = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}.`))
    .map((entry) => Number(entry.slice(name.length + 1)))
    .filter((number) => Number.isSafeInteger(number) && number > 0);
  if (numbers.length === 0) return null;
  const number = Math.max(...numbers);
  const claim = readClaim(join(folder, `${name}.${number}`));
  // Taken away between the two looks, because a higher one is there now.
  return claim === "gone" ? latest(folder, name) : { number, claim };
}

function readClaim(file: string): Claim | "gone" | null {
  try {
    const { holder, note } = JSON.parse(readFileSync(file, "utf8")) as Partial<Claim>;
    if (typeof note !== "string" || holder === undefined) return null;
    return { file, holder: holder && holderFrom(holder), note };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const holderFrom = ({ pid, started, as }: Holder): Holder => ({
  ...{ pid: Number(pid), started },
  ...(typeof as === "string" && { as }),
});

const textOf = ({ holder, note }: Pick<Claim, "holder" | "note">): string => `${JSON.stringify({ holder, note })}\n`;
