import { foldersAbove } from "../../plan/folders-above.ts";
import type { Step } from "../../plan/model.ts";
import { producersIn } from "../../plan/producers.ts";
import type { World } from "../../ports/world.ts";
import type { Rule } from "./rule.ts";

export const missingFile: Rule = {
  code: "PW401",
  name: "missing-file",
  severity: "warning",
  summary: "A step subscribes to a file that does not exist and that no step produces.",
  why: "The worker is shown the files its step subscribes to; one that is not there is left out, and the worker has to guess.",
  check({ parsed, world, report }) {
    const { plan } = parsed;
    const absent = plan.steps.flatMap((step, index) => absentFiles(step, world).map((file) => ({ ...file, index })));
    if (absent.length === 0) return;
    const producers = producersIn(plan);
    /** A step that names a folder which is not there yet makes it, and may well fill it. */
    const fillsFolder = (name: string, step: number): boolean =>
      foldersAbove(name).some((folder) => producers.isInTime(folder, step) && !world.exists(folder));

    for (const { name, at, index } of absent) {
      // Who produces it too late is told by `used-before-produced`.
      if (producers.first(name) !== undefined || fillsFolder(name, index)) continue;
      report(parsed.at(`/steps/${index}/subscriptions/${at}`), `\`${name}\` does not exist, and no step produces it`, {
        help: "correct the path, or let an earlier step produce the file",
      });
    }
  },
};

function absentFiles({ status, subscriptions }: Step, world: World): { name: string; at: number }[] {
  if (status === "done") return [];
  return subscriptions.flatMap(({ kind, name }, at) => {
    const isPlain = kind === "file" && name !== "" && !NO_PLAIN_PATH.test(name);
    return isPlain && !world.exists(name) ? [{ name, at }] : [];
  });
}

/** Which files match a pattern is not known here, and a path that leaves the repository is a fault of its own. */
const NO_PLAIN_PATH = /[*?\\]|^[/~$]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/;
