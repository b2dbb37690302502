import type { TestCounts } from "../record/observation.ts";
import { nameOf } from "../record/person.ts";
import type { Proof, SideProof } from "../record/receipt.ts";
import { OUTCOME_WORD } from "./outcome-words.ts";

/** What became of a step, in one line and by what the harness has seen: `proven: npm test, 14 tests, 2 new`. */
export function resultLine({
  outcome,
  accepted,
  contracts,
}: Pick<Proof, "outcome" | "accepted" | "contracts">): string {
  if (accepted.by === "eye") return `accepted by eye, by ${nameOf(accepted.person)}`;
  const word = outcome === "unchanged" ? "unchanged, nothing to do" : OUTCOME_WORD[outcome];
  return `${word}: ${contracts.map(contractPart).join("; ")}`;
}

function contractPart({ command, base, after }: Proof["contracts"][number]): string {
  const tests = countsIn(after)?.passed ?? null;
  // A test that failed before is no new one.
  const [all, before] = [countsIn(after), countsIn(base)].map((counts) => counts && sumOf(counts));
  const more = all && before && all > before ? [`${all - before} new`] : [];
  return [shortened(command), ...(tests === null ? [] : [`${tests} ${tests === 1 ? "test" : "tests"}`]), ...more].join(
    ", ",
  );
}

const countsIn = (side: SideProof): TestCounts | null => (side.state === "not-run" ? null : (side.tests ?? null));

const sumOf = ({ passed, failed, skipped }: TestCounts): number => passed + failed + skipped;

/** The first line of a command, as far as a subject has room for it. */
function shortened(command: string): string {
  const [first = "", ...rest] = command.trim().split("\n");
  const isCut = rest.length > 0 || first.length > LONGEST;
  return isCut ? `${first.slice(0, LONGEST - 1).trimEnd()}…` : first;
}

const LONGEST = 60;
