import type { OpenedRun } from "../../app/hosting/go-on.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { prompt } from "./prompt.ts";

/** Lets a person change the work of a step themself. True when they want it judged. */
export async function editByHand(scene: Scene, { run }: OpenedRun, signal: AbortSignal): Promise<boolean> {
  const { placeOfRun } = await import("../../app/looking/open-run.ts");
  const { openInEditor } = await import("../../app/opening/person-programs.ts");
  const { path } = await placeOfRun(scene, run.id);
  const status = await openInEditor(path);
  if (status === null) {
    process.stderr.write(
      `${visibleText(path)}\nyou have named no editor ($VISUAL or $EDITOR); change the files there\n`,
    );
  } else if (status !== 0) process.stderr.write(`your editor ended with status ${status}\n`);
  const said = await prompt("have it proven now? Enter: yes; n: not yet ", signal);
  return said !== null && !/^\s*n/i.test(said);
}
