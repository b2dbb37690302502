import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AttemptKey } from "../../record/run.ts";

/** Where everything an agent printed in one leg of an attempt is kept. */
export const transcriptFile = (folder: string, { run, step, attempt, leg }: AttemptOf): string =>
  join(folder, "transcripts", run, `${encodeURIComponent(step)}-${attempt}-${leg}.log`);

/** Where what an agent was told in one leg of an attempt is kept, from the moment on when it is told. */
export const promptFile = (folder: string, key: AttemptOf): string =>
  transcriptFile(folder, key).replace(/\.log$/, ".prompt");

/** For whoever wants to know before the work has ended, or when nobody saw it end. A full disk costs no more than that. */
export function keepPrompt(runFolder: string, key: AttemptKey, text: string): void {
  const file = promptFile(runFolder, key);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  } catch {}
}

/** Keeps the first part of what an agent prints; a full disk costs the rest of it and nothing else. */
export function transcriptOf(runFolder: string, key: AttemptKey): { add(bytes: Uint8Array): void; close(): void } {
  const file = transcriptFile(runFolder, key);
  let room = MOST;
  let open: number | null = null;
  try {
    mkdirSync(dirname(file), { recursive: true });
    open = openSync(file, "w", 0o600);
  } catch {}
  return {
    add(bytes) {
      if (open === null || room <= 0) return;
      try {
        room -= writeSync(open, bytes.subarray(0, room));
      } catch {
        room = 0;
      }
    },
    close() {
      if (open !== null) closeSync(open);
      open = null;
    },
  };
}

const MOST = 16 * 1024 * 1024;

type AttemptOf = Pick<AttemptKey, "run" | "step" | "attempt" | "leg">;
