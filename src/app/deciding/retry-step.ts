import { answer } from "../../engine/questions/answer.ts";
import { retryStep } from "../../engine/questions/orders.ts";
import type { Scene } from "../opening/scene.ts";
import type { NamedStep } from "../runs/latest-run.ts";
import { type Ordered, offers, onStep } from "./on-step.ts";

/** Begins a step anew, whatever was asked about it. The note reaches the next worker. */
export const retry = (scene: Scene, named: NamedStep, note: string): Promise<Ordered> =>
  onStep(scene, { ...named, command: "retry" }, async ({ run, step, store, question, by }) => {
    if (offers(question, "retry")) await answer(store.journal, run.id, question.id, { value: "retry", note, by });
    else await retryStep(store.journal, run, step, by, note);
    const noted = note.trim() === "" ? "" : "; your note goes to the worker";
    if (question?.over === "no-contract") {
      return [`step ${step.number} is worked on without a contract${noted}, and you are asked about the result`];
    }
    return [`step ${step.number} starts again from the last accepted commit${noted}`];
  });
