import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { Contract } from "../../plan/model.ts";
import { type LostStatus, lostStatuses } from "../../shell/lost-statuses.ts";
import { quoted } from "../../shell/quoted.ts";
import { concluded, contractOf } from "./contract-cannot-fail.ts";
import type { ContractSite, Rule } from "./rule.ts";

export const pipeLosesStatus: Rule = {
  code: "PW309",
  name: "pipe-loses-status",
  severity: "error",
  summary: "A contract ends in a pipe that forgets whether its commands failed.",
  why: "A pipe ends with the status of its last command, so a test run that fails on the left still passes on the right.",
  check({ parsed, contracts, report }) {
    for (const site of contracts) {
      for (const lost of forgetfulPipes(site, contractOf(parsed.plan, site))) {
        const message = `${quoted(lost.filter)} succeeds even when ${quoted(lost.loser)} fails`;
        const fix = repair(site, lost);
        report(site.at(lost.start, lost.end), message, {
          help: lost.readsAll
            ? "put `set -o pipefail` first: then a pipe fails when any of its commands does"
            : "write the output to a file instead, so that the command itself decides how the contract ends",
          ...(fix !== null && { fix }),
        });
      }
    }
  },
};

/** The pipes of a contract that are to be reported. */
export function forgetfulPipes(site: ContractSite, contract: Contract | undefined): LostStatus[] {
  const { faults, survey } = site.script;
  // Whoever asks for PIPESTATUS knows.
  if (faults.length > 0 || survey.pipes === 0 || site.command.includes("PIPESTATUS")) return [];
  // One that looks at the output can still fail, and one that cannot fail at all has been reported as such.
  if (contract?.stdout !== undefined || concluded(site, contract) !== null) return [];
  return lostStatuses(site.command, site.script);
}

function repair(site: ContractSite, { repairAt }: LostStatus): Fix | null {
  if (repairAt === null) return null;
  const { file, start } = site.at(repairAt, repairAt + 1);
  return { title: "put `set -o pipefail` first", edits: [{ file, start, end: start, text: "set -o pipefail; " }] };
}
