import { answer } from "../../engine/questions/answer.ts";
import { skipStep } from "../../engine/questions/orders.ts";
import type { Scene } from "../opening/scene.ts";
import type { NamedStep } from "../runs/latest-run.ts";
import { type Ordered, offers, onStep } from "./on-step.ts";

/** Leaves a step out. What its contract demands is not demanded any more, and the receipt says who decided so. */
export const skip = (scene: Scene, named: NamedStep, note: string): Promise<Ordered> =>
  onStep(scene, { ...named, command: "skip" }, async ({ run, step, store, question, by }) => {
    if (offers(question, "skip")) await answer(store.journal, run.id, question.id, { value: "skip", note, by });
    else await skipStep(store.journal, run, step, by, note);
    return [
      `step ${step.number} will be left out, with a receipt that names you, ${by}`,
      ...step.contracts.map(({ command }) => `this will not have been seen to pass: ${command}`),
    ];
  });
