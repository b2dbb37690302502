import { findCycles } from "../../plan/graph.ts";
import type { Step } from "../../plan/model.ts";
import { type Sending, sendingsIn } from "../prose/sent-elsewhere.ts";
import { strangeNames } from "../prose/strange-names.ts";
import { strangePaths } from "../prose/strange-paths.ts";
import { isWholePlan, type WorkerText, workerTexts } from "../prose/worker-texts.ts";
import type { Rule, RuleContext } from "./rule.ts";

export const notSelfContained: Rule = {
  code: "PW406",
  name: "not-self-contained",
  severity: "warning",
  summary: "A step relies on something that is written only in the overview or in another step.",
  why: "The worker is shown its own step and nothing else of the plan; what stands elsewhere it has to guess.",
  check(context) {
    const { plan } = context.parsed;
    if (plan.steps.some((step) => isWholePlan(plan, step))) return;
    const texts = workerTexts(plan);
    for (const text of texts) reportSendings(context, text);
    // Steps in a circle have no place in the order, so nobody knows what comes before them.
    if (findCycles(plan).length === 0) reportStrangers(context, texts);
  },
};

function reportSendings({ parsed, report }: RuleContext, { step: index, fields }: WorkerText): void {
  const step = parsed.plan.steps[index];
  if (!step || step.status === "done") return;
  const told = new Set<string>();
  for (const { pointer, prose } of fields) {
    const sendings = sendingsIn(prose.text);
    if (sendings.length === 0) continue;
    const leadsAway = wayOut(step, prose.text);
    for (const sending of sendings) {
      const words = sending.words.toLowerCase();
      if (told.has(words) || !leadsAway(sending)) continue;
      told.add(words);
      const message = `\`${sending.words}\` sends the worker to a text that it is not shown`;
      report(parsed.within(pointer, sending.start, sending.end), message, {
        help: "write here what the worker has to know",
      });
    }
  }
}

/** Some ways out of a step lead back into it: to a paragraph above, to itself, to a decision that it holds. */
function wayOut({ number: own }: Step, text: string): (sending: Sending) => boolean {
  const secondPart = text.search(/\n[ \t]{0,9}(?:\n|[-*+][ \t]|\d{1,9}[.)][ \t])/);
  const decisions = new Set(Array.from(text.matchAll(DECISION), (match) => Number(match[1])));
  return ({ to, start, words }) => {
    const number = Number(/\d+/.exec(words)?.[0] ?? Number.NaN);
    if (to === "above") return secondPart === -1 || start < secondPart;
    if (to === "decision") return !decisions.has(number);
    return to !== "step" || number !== own;
  };
}

const DECISION = /\bdecision\s{1,3}#?d?(\d{1,4})\s{0,3}:/gi;

function reportStrangers({ parsed, world, report }: RuleContext, texts: readonly WorkerText[]): void {
  const { plan } = parsed;
  const names = strangeNames(plan, texts, world.mentions);
  const paths = strangePaths(plan, texts, world.exists).map(({ path, ...place }) => ({ ...place, name: path }));
  for (const { name, from, pointer, start, end } of [...names, ...paths]) {
    const source = from === null ? "the overview" : `step \`${plan.steps[from]?.id}\``;
    report(
      parsed.within(pointer, start, end),
      `\`${name}\` is explained only in ${source}, which the worker is not shown`,
      {
        help: "say here what it is, or let an earlier step make it",
      },
    );
  }
}
