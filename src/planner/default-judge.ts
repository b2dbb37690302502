import type { Judge } from "../ports/judge.ts";

/** For whoever has no planner: nothing is revised, and the next worker is told what went wrong. It says so. */
export const defaultJudge: Judge = {
  name: "default",
  isThinking: false,
  triage: async () => ({
    ok: true,
    usage: [],
    value: { class: 1, told: "the next worker is told what went wrong", how: null, decision: null, pending: [] },
  }),
  review: async () => ({ ok: true, usage: [], value: { told: "", result: null, decision: null, pending: [] } }),
  expand: async () => ({ ok: false, usage: [], oversteps: false, why: "nobody is named who could write its steps" }),
};
