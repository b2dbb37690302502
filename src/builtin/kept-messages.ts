import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kept } from "../ports/agent.ts";
import type { Spoken } from "./conversation.ts";

/** Keeps a conversation for a session that goes on with it; false where that cannot be, for a full disk. */
export function keepMessages({ folder }: Kept, model: string, spoken: Spoken): boolean {
  const file = fileIn(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify({ model, spoken } satisfies Messages), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}

/** Null where it is gone, or was another model's: what a model has said is meant for itself. */
export function keptMessages({ folder }: Kept, model: string): Spoken | null {
  try {
    const kept = JSON.parse(readFileSync(fileIn(folder), "utf8")) as Messages;
    return kept.model === model ? kept.spoken : null;
  } catch {
    return null;
  }
}

/** Written by us alone: no program of the agent's sees it. */
type Messages = { model: string; spoken: Spoken };

const fileIn = (folder: string): string => join(folder, "messages.json");
