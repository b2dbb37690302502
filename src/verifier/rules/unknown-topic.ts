import type { Step } from "../../plan/model.ts";
import { topicNameFault } from "../../plan/topic-name.ts";
import { nearNames } from "../naming/near-names.ts";
import type { Rule } from "./rule.ts";

export const unknownTopic: Rule = {
  code: "PW402",
  name: "unknown-topic",
  severity: "warning",
  summary: "A step subscribes to a topic that no other step shares.",
  why: "A step's last words go to the topics it subscribes to; a topic of its own stays empty until it ends, unless a person posts.",
  check({ parsed, world, report }) {
    const { plan } = parsed;
    const subscribers = subscribersIn(plan.steps);
    const isFamiliar = (name: string): boolean => (subscribers.get(name)?.size ?? 0) > 1;
    const familiar = new Set([...world.topics, plan.id, ...[...subscribers.keys()].filter(isFamiliar)]);
    const near = nearNames([...new Set([...familiar, ...subscribers.keys()])]);
    const told = new Set<string>();
    for (const [index, step] of plan.steps.entries()) {
      // A template stands for several steps, which share their topics.
      if (step.status === "done" || step.template !== undefined) continue;
      for (const [at, { kind, name }] of step.subscriptions.entries()) {
        // A name that no topic can have is a fault of its own.
        if (kind !== "topic" || topicNameFault(name) !== null || familiar.has(name) || told.has(name)) continue;
        told.add(name);
        const meant = near.meantBy(name);
        // Of two lonely topics that are nearly the same one is a slip of the other: the second is told.
        if (meant !== null && !familiar.has(meant) && !told.has(meant)) continue;
        report(parsed.at(`/steps/${index}/subscriptions/${at}`), `no other step has the topic \`${name}\``, {
          help: meant === null ? OTHERWISE : `did you mean \`${meant}\`?`,
        });
      }
    }
  },
};

const OTHERWISE = "give the topic to the step that writes to it as well, or leave it out";

/** For each topic the steps that subscribe to it. */
function subscribersIn(steps: readonly Step[]): Map<string, Set<number>> {
  const subscribers = new Map<string, Set<number>>();
  for (const [index, { subscriptions }] of steps.entries()) {
    for (const { kind, name } of subscriptions) {
      if (kind === "topic") subscribers.set(name, (subscribers.get(name) ?? new Set()).add(index));
    }
  }
  return subscribers;
}
