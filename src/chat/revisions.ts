import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createFolder, ExistsError } from "../std/create-atomically.ts";
import { removeDeadDrafts } from "../std/dead-drafts.ts";
import { DeskError } from "./desk-error.ts";
import { type PlanFile, readPlanFiles } from "./plan-files.ts";

/** The same for the same files, and for no others: each path and each text is told apart from the next by its length. */
export function hashOfFiles(files: readonly PlanFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) {
    hash.update(`${Buffer.byteLength(path)} ${bytes.length}\n${path}`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * Keeps a copy of these files under their hash: whole or not at all, and once. What is there already is looked at before
 * it is believed. A copy that no thread names is harmless, so this may come to its end any number of times before a commit
 * does.
 */
export async function keepRevision(store: string, hash: string, files: readonly PlanFile[]): Promise<void> {
  mkdirSync(store, { recursive: true, mode: 0o700 });
  removeDeadDrafts(store);
  const place = join(store, hash);
  try {
    await createFolder(
      place,
      files.map(({ path, bytes }) => ({ path, text: bytes })),
    );
  } catch (error) {
    if (!(error instanceof ExistsError)) throw error;
    if (hashOfFiles(readPlanFiles(place).files) === hash) return;
    throw new DeskError("damaged", `${place} is damaged: its files are not those that were committed`);
  }
}
