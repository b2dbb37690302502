import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "../../test/temp-folder.ts";
import { verifyThread } from "../app/plans/verify-thread.ts";
import type { PlanDesk } from "../ports/plan-desk.ts";
import { agentctl, type Told } from "./agentctl.ts";
import type { Compile } from "./commit-plans.ts";
import { openFileDesk } from "./file-desk.ts";

export type DeskScene = {
  home: string;
  desk: PlanDesk;
  /** The plan directory at a place of the list. */
  folder(index: number): string;
  /** One command; what it prints as JSON is read. */
  run(...args: string[]): Promise<Told & { json: unknown }>;
};

export const compile: Compile = async (folder, files) => verifyThread(folder, files, tempFolder());

/** The desk of a thread in a home, a new one unless told, with the compiler that people have. */
export async function aDesk(thread = "thread_1", home = tempFolder()): Promise<DeskScene> {
  const desk = await openFileDesk({ home, thread, compile });
  return {
    home,
    desk,
    folder: (index) => desk.folders()[index]?.path ?? "",
    async run(...args) {
      const told = await agentctl(args, async () => desk);
      return { ...told, json: told.stdout.startsWith("{") ? JSON.parse(told.stdout) : null };
    },
  };
}

/** Writes a plan that can be committed. */
export function writePlan(folder: string, title = "Add orders"): void {
  writeFiles(folder, {
    "plan.md": `---\ntitle: "${title}"\n---\n\nOrders are kept in a table.\n`,
    "tasks/01-create-schema.md": aTask("create-schema"),
    "tasks/02-add-service.md": aTask("add-service", "depends_on: [create-schema]"),
  });
}

export const aTask = (id: string, ...fields: string[]): string =>
  ["---", `id: ${id}`, ...fields, "---", "", "Create it.", ""].join("\n");

export function writeFiles(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
