import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "../../plan/model.ts";

/** Keeps the text of a pull request in a file that a person, and `gh`, can read. */
export function writeBody(folder: string, { id }: Plan, body: string): string {
  const place = join(folder, "pull-requests");
  mkdirSync(place, { recursive: true });
  const file = join(place, `${id}.md`);
  writeFileSync(file, body);
  return file;
}
