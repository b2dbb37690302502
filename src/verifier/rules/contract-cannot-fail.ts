import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { Contract, Plan } from "../../plan/model.ts";
import { type Culprit, findCulprit, findRepair } from "../../shell/culprit.ts";
import { type Foregone, foregone } from "../../shell/foregone.ts";
import { quoted } from "../../shell/quoted.ts";
import type { ContractSite, Rule } from "./rule.ts";

export const contractCannotFail: Rule = {
  code: "PW302",
  name: "contract-cannot-fail",
  severity: "error",
  summary: "A contract ends the same way whatever the worker did.",
  why: "The contract is the only witness of the work: one that cannot fail would accept an empty commit as done.",
  check({ parsed, contracts, report }) {
    for (const site of contracts) {
      const contract = contractOf(parsed.plan, site);
      const conclusion = concluded(site, contract);
      if (contract === undefined || conclusion === null) continue;
      const culprit = findCulprit(site.command, site.script);
      const words = quoted(site.command.slice(culprit.start, culprit.end));
      const fix = conclusion.verdict === "passes" && contract.exitCode === 0 ? repair(site) : null;
      report(site.at(culprit.start, culprit.end), messageFor(words, culprit, conclusion, contract), {
        help: conclusion.verdict === "fails" ? HELP.fails : HELP[culprit.role],
        ...(fix !== null && { fix }),
      });
    }
  },
};

/** How a contract is bound to end, or null when the work decides it. */
export function concluded({ script }: ContractSite, contract: Contract | undefined): Foregone | null {
  const isReadable = script.faults.length === 0 && script.syntax.commands.length > 0;
  return contract !== undefined && isReadable ? foregone(script, contract) : null;
}

export function contractOf(plan: Plan, { step, pointer }: ContractSite): Contract | undefined {
  return plan.steps[step]?.contracts[Number(/\/contracts\/(\d+)/.exec(pointer)?.[1] ?? -1)];
}

function messageFor(
  words: string,
  { role }: Culprit,
  { verdict, exits }: Foregone,
  { exitCode, stdout }: Contract,
): string {
  if (verdict === "fails") {
    if (exits !== "any" && exits.has(exitCode))
      return `${words} never prints what the contract looks for, so it cannot pass`;
    const statuses = exits === "any" ? "" : [...exits].sort((a, b) => a - b).join(" or ");
    return `${words} always exits with ${statuses}, never with the expected ${exitCode}, so the contract cannot pass`;
  }
  if (exitCode !== 0) return `${words} always exits with ${exitCode}, which is all the contract asks for`;
  if (stdout !== undefined) return `${words} always succeeds and prints what the contract looks for by itself`;
  switch (role) {
    case "swallows":
      return `${words} turns every failure into a success`;
    case "ends":
      return `the contract ends with ${words}, which succeeds whatever went before it`;
    case "detaches":
      return `${words} is not waited for, so its failure is never seen`;
    case "is":
      return `${words} always succeeds, whatever the worker did`;
  }
}

const HELP: Readonly<Record<Culprit["role"] | "fails", string>> = {
  swallows: "delete it; a command that has to be ignored belongs before the one that decides",
  ends: "join the commands with `&&`, or end with the one that tests the work",
  detaches: "drop the `&`, or keep its process id and end with `wait $pid`",
  is: "write a command that fails until the step is done, such as a test run",
  fails: "expect the status the command has, or write a command whose status depends on the work",
};

function repair(site: ContractSite): Fix | null {
  const place = findRepair(site.command, site.script);
  if (place === null) return null;
  const { file, start, end } = site.at(place.start, place.end);
  const words = site.command.slice(place.start, place.end).replace(/^(?:[\s;]|\\\r?\n)+/, "");
  return { title: `delete ${quoted(words)}`, edits: [{ file, start, end, text: "" }] };
}
