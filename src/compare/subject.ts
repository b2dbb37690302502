import type { Step } from "../plan/model.ts";
import type { Subject } from "./change.ts";
import type { Pair } from "./match-steps.ts";

export const pairSubject = ({ before, after }: Pair): Subject => ({
  kind: "step",
  before: before.id,
  after: after.id,
  title: after.title,
});

export const removedSubject = ({ id, title }: Step): Subject => ({ kind: "step", before: id, title });

export const addedSubject = ({ id, title }: Step): Subject => ({ kind: "step", after: id, title });
