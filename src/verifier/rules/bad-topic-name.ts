import { topicNameFault } from "../../plan/topic-name.ts";
import type { Rule } from "./rule.ts";

export const badTopicName: Rule = {
  code: "PW407",
  name: "bad-topic-name",
  severity: "error",
  summary: "A step subscribes to a topic whose name no topic can have.",
  why: "Nothing can be posted to such a topic, by a step or by a person: the worker would wait for words that never come.",
  check({ parsed, report }) {
    for (const [index, { subscriptions }] of parsed.plan.steps.entries()) {
      for (const [at, { kind, name }] of subscriptions.entries()) {
        const fault = kind === "topic" ? topicNameFault(name) : null;
        if (fault === null) continue;
        const said = name === "" ? "the topic's name" : `the topic's name \`${name}\``;
        report(parsed.at(`/steps/${index}/subscriptions/${at}`), `${said} ${fault}`, { help: HELP });
      }
    }
  },
};

const HELP = "give the topic a short plain name, such as `topic:search-speed`; a file is `file:PATH`";
