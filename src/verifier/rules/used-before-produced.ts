import { foldersAbove } from "../../plan/folders-above.ts";
import { findCycles } from "../../plan/graph.ts";
import { type Producers, producersIn } from "../../plan/producers.ts";
import { placesOf, separation } from "../../plan/tracks.ts";
import type { World } from "../../ports/world.ts";
import type { Rule } from "./rule.ts";

export const usedBeforeProduced: Rule = {
  code: "PW204",
  name: "used-before-produced",
  severity: "error",
  summary: "A step subscribes to a file that only a later step produces.",
  why: "The worker would start without the file it was promised, and a later step would make it too late.",
  check({ parsed, world, report }) {
    const { plan } = parsed;
    // Steps in a circle have no place in the order, and would seem to come after all others.
    if (findCycles(plan).length > 0) return;
    const producers = producersIn(plan);
    const places = placesOf(plan);
    for (const [index, step] of plan.steps.entries()) {
      for (const [at, { kind, name }] of step.subscriptions.entries()) {
        if (kind !== "file" || PATTERN.test(name)) continue;
        const first = producers.first(name);
        if (first === undefined || isThere(name, index, producers, world)) continue;
        const { id, track } = plan.steps[first] ?? step;
        const place = parsed.at(`/steps/${index}/subscriptions/${at}`);
        if (separation(places, index, first) === "other-track") {
          const message = `\`${name}\` is produced by step \`${id}\` on track \`${track}\`, which this step does not see`;
          report(place, message, { help: "put both steps on one track, or move this one behind the tracks" });
        } else {
          const help = `let this step run after \`${id}\`, or let an earlier step produce the file`;
          report(place, `\`${name}\` is first produced by step \`${id}\`, which comes later`, { help });
        }
      }
    }
  },
};

/** Which files match a pattern is not known here, so nothing is said about it. */
const PATTERN = /[*?]/;

function isThere(name: string, step: number, producers: Producers, world: World): boolean {
  if (producers.isInTime(name, step) || world.exists(name)) return true;
  // A step that names a folder which is not there yet makes it, and may well fill it.
  return foldersAbove(name).some((folder) => producers.isInTime(folder, step) && !world.exists(folder));
}
