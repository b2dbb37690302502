import { answer } from "../../engine/questions/answer.ts";
import { currentState } from "../../engine/state/journal-state.ts";
import { stepState } from "../../engine/state/run-state.ts";
import type { ContractResult, RunEvent } from "../../record/run-event.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";
import type { NamedStep } from "../runs/latest-run.ts";
import { type OpenStep, type Ordered, onStep } from "./on-step.ts";

/** Accepts what the last attempt left. Possible only where the person was asked and accepting is among the answers. */
export const accept = (scene: Scene, named: NamedStep): Promise<Ordered> =>
  onStep(scene, { ...named, command: "accept" }, async (about) => {
    const { run, step, store, question, by } = about;
    if (!question) throw await nothingToAccept(about);
    const attempt = lastAttempt(await store.journal.read(run.id, 0), step.id);
    await answer(store.journal, run.id, question.id, { value: "accept", note: "", by });
    if (["checkpoint", "deviation", "weaker-tests", "announce"].includes(question.over)) {
      return [`step ${step.number} will be accepted, since its contract passes and you have looked`];
    }
    return [
      `step ${step.number} will be accepted by eye: you, ${by}, answer for what attempt ${attempt?.attempt ?? 1} left, and the receipt says so`,
      ...(attempt?.contracts ?? []).map(({ command, headline }) => `no contract decided: ${command} (${headline})`),
    ];
  });

async function nothingToAccept({ run, step, store }: OpenStep): Promise<Refused> {
  const { status } = stepState(await currentState(store.journal, run.id), step.id).progress;
  const name = `step ${step.number}`;
  if (status === "done") return new Refused("answered", `${name} is accepted already`);
  if (status === "active") return new Refused("under-way", `${name} is being worked on; wait until it is asked about`);
  return new Refused("nothing-there", `there is no work to accept for ${name}`, {
    remedies: [remedy("diff", { run: run.plan.id }, "shows what there is")],
  });
}

type Attempt = { attempt: number; contracts: ContractResult[] };

function lastAttempt(events: readonly RunEvent[], step: string): Attempt | null {
  const last = events.findLast(
    (event) =>
      (event.type === "attempt-failed" || event.type === "attempt-held" || event.type === "attempt-passed") &&
      event.step === step,
  );
  return last !== undefined && "contracts" in last ? last : null;
}
