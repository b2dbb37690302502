import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { currentText } from "../../engine/plan-text/approved-anew.ts";
import type { Run } from "../../record/run.ts";
import { createFile, createFolder, ExistsError } from "../../std/create-atomically.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { withFile } from "../opening/file-access.ts";
import type { Scene } from "../opening/scene.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { revisableRun } from "./revise-open.ts";

/** The text of a run's plan was written there, to be changed. */
export type ExportedPlan = { run: Run; path: string };

/**
 * Writes the plan of a run as it is by now, with its progress, where nothing is yet: to `to`, or else beside the person
 * under a name of its own. Throws `Refused` where something is.
 */
export async function exportPlan(scene: Scene, name: string | undefined, to: string | null): Promise<ExportedPlan> {
  const runs = await openRememberedRuns(scene);
  const { run, state, branch } = await revisableRun(runs, name);
  const { root, files } = await currentText(branch, state);
  const path = to ?? `plan-${run.plan.id}${ENDINGS[run.dialect]}`;
  if (path === "") throw new Refused("bad-path", "an empty path names no place to write to");
  await writeWhereNothingIs(
    path,
    branch.dialect.form,
    files.map((file) => ({ path: relative(root, file.path), text: file.text })),
  );
  return { run, path };
}

/** A plan of one file keeps the ending that its dialect is known by. */
const ENDINGS: Readonly<Record<Run["dialect"], string>> = { steps: ".md", json: ".json", branch: "", thread: "" };

async function writeWhereNothingIs(
  path: string,
  form: "file" | "folder",
  files: readonly { path: string; text: string }[],
): Promise<void> {
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Refused("bad-file", `${folder}: there is no such folder to write into`);
  try {
    if (form === "folder") await createFolder(path, files);
    else createFile(path, files[0]?.text ?? "");
  } catch (error) {
    if (!(error instanceof ExistsError)) {
      withFile(path, () => {
        throw error;
      });
    }
    throw new Refused("exists", `${path}: there is something already`, {
      remedies: [remedy("again", { to: "" }, "names another place; nothing is written over what is there")],
      cause: error,
    });
  }
}
