import { unreachableSteps } from "../../plan/graph.ts";
import type { Plan } from "../../plan/model.ts";
import { placesOf, separation } from "../../plan/tracks.ts";
import type { Rule } from "./rule.ts";

export const unreachableStep: Rule = {
  code: "PW203",
  name: "unreachable-step",
  severity: "error",
  summary: "A step can never start.",
  why: "The run would stop in front of it with nothing left to do and the plan unfinished.",
  check({ parsed, report }) {
    const { steps } = parsed.plan;
    const position = new Map(steps.map(({ id }, index): [string, number] => [id, index]).reverse());
    const obstacleTo = obstacles(parsed.plan);
    // A step behind a circle, or behind a step listed here, is right as soon as that is: only causes are reported.
    for (const { step } of unreachableSteps(parsed.plan)) {
      for (const [at, id] of steps[step]?.dependsOn.entries() ?? []) {
        const obstacle = obstacleTo(step, position.get(id) ?? step);
        if (!obstacle) continue;
        const message = `this step can never start: \`${id}\` ${obstacle.reason}`;
        report(parsed.at(`/steps/${step}/dependsOn/${at}`), message, { help: obstacle.help });
      }
    }
  },
};

type Obstacle = { reason: string; help: string };

function obstacles(plan: Plan): (step: number, on: number) => Obstacle | null {
  const places = placesOf(plan);
  return (step, on) => {
    const kind = separation(places, step, on);
    const track = plan.steps[on]?.track;
    if (kind === null) return null;
    if (kind === "other-track") {
      return {
        reason: `is on track \`${track}\`, and tracks meet only when all of them are done`,
        help: "put both steps on one track, or move this one behind the tracks",
      };
    }
    if (places[on]?.stage === 1) {
      return {
        reason: `is on track \`${track}\`, and tracks start only when the steps above them are done`,
        help: "give this step the same track, or move it behind the tracks",
      };
    }
    return {
      reason: "waits until the tracks are done, and so for this step",
      help: "move that step in front of the tracks, or this one behind them",
    };
  };
}
