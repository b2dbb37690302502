import { formatDuration } from "../plan/duration.ts";
import type { Budget } from "../plan/model.ts";
import type { Finding } from "./change.ts";

/** What differs in what a plan, or one of its steps, may cost; `name` is what it is called. */
export const budgetFindings = (name: string, before: Budget = {}, after: Budget = {}): Finding[] => [
  ...limitFindings(`${name} for tokens`, before.tokens, after.tokens, inThousands),
  ...limitFindings(`${name} for money`, before.usd, after.usd, (amount) => `$${amount}`),
  ...limitFindings(`${name} for time`, before.wallClock, after.wallClock, formatDuration),
];

const inThousands = (tokens: number): string => (tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens));

function limitFindings(
  name: string,
  before: number | undefined,
  after: number | undefined,
  spoken: (amount: number) => string,
): Finding[] {
  if (before === after) return [];
  const values = { area: "budget", before, after } as const;
  if (after === undefined)
    return [{ effect: "loosens", told: `${name} is dropped, it was ${spoken(before ?? 0)}`, ...values }];
  if (before === undefined) return [{ effect: "tightens", told: `${name} is new: ${spoken(after)}`, ...values }];
  const [effect, verb] = after > before ? (["loosens", "raised"] as const) : (["tightens", "lowered"] as const);
  return [{ effect, told: `${name} is ${verb} from ${spoken(before)} to ${spoken(after)}`, ...values }];
}
