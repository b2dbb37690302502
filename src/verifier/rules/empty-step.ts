import type { Rule } from "./rule.ts";

export const emptyStep: Rule = {
  code: "PW133",
  name: "empty-step",
  severity: "error",
  summary: "A step does not say what has to be done.",
  why: "The task is the worker's whole instruction; an empty one makes it guess.",
  check({ parsed, report }) {
    // Tick boxes are part of the task's text, except in a thread, where they stand apart from it.
    const countsSubtasks = parsed.plan.source.dialect !== "thread";
    for (const [index, step] of parsed.plan.steps.entries()) {
      const pointer = `/steps/${index}/what`;
      const saysSomething = step.what.trim() !== "" || (countsSubtasks && step.subtasks.length > 0);
      if (saysSomething || step.status === "done" || !parsed.has(pointer)) continue;
      report(parsed.at(pointer), "the step's task is empty", { help: "say what the worker has to achieve" });
    }
  },
};
