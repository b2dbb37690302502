import { roughly } from "../std/roughly.ts";
import type { Budget } from "./model.ts";
import type { Figure, Spent } from "./spending.ts";

/** `41k of 200k tokens, $0.30 of $1.50, 3 of 20 minutes`. What has no limit is told as far as it is known. */
export function spentInWords({ tokens, usd, seconds }: Spent, limits: Budget): string {
  return [
    counted(tokens, limits.tokens, { bare: roughly, whole: toldTokens }),
    counted(usd, limits.usd, { bare: toldMoney, whole: toldMoney }),
    timed(seconds, limits.wallClock),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** `40k tokens`, `$0.50`, `5 minutes`: those that are there, each in words. */
export const amountsInWords = ({ tokens, usd, wallClock }: Budget): string[] => [
  ...(tokens === undefined ? [] : [toldTokens(tokens)]),
  ...(usd === undefined ? [] : [toldMoney(usd)]),
  ...(wallClock === undefined ? [] : [toldTime(wallClock)]),
];

type Telling = { bare(amount: number): string; whole(amount: number): string };

function counted({ known, isWhole }: Figure, limit: number | undefined, { bare, whole }: Telling): string {
  const least = isWhole ? "" : "at least ";
  if (limit === undefined) return known === 0 ? "" : `${least}${whole(known)}`;
  return known === 0 && !isWhole ? `an unknown part of ${whole(limit)}` : `${least}${bare(known)} of ${whole(limit)}`;
}

function timed(seconds: number, limit: number | undefined): string {
  if (limit === undefined) return seconds === 0 ? "" : toldTime(seconds);
  const [spent, all] = [inUnits(seconds), inUnits(limit)];
  return spent.unit === all.unit
    ? `${spent.count} of ${toldTime(limit)}`
    : `${toldTime(seconds)} of ${toldTime(limit)}`;
}

const toldTokens = (tokens: number): string => `${roughly(tokens)} ${tokens === 1 ? "token" : "tokens"}`;

/** Most steps cost cents, and some a part of one. */
const toldMoney = (usd: number): string => `$${usd > 0 && usd < 0.01 ? usd.toPrecision(1) : usd.toFixed(2)}`;

function toldTime(seconds: number): string {
  const { count, unit } = inUnits(seconds);
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

function inUnits(seconds: number): { count: number; unit: "second" | "minute" | "hour" } {
  if (seconds < 10) return { count: Math.round(seconds * 10) / 10, unit: "second" };
  if (seconds < 119.5) return { count: Math.round(seconds), unit: "second" };
  if (seconds < 7_170) return { count: Math.round(seconds / 60), unit: "minute" };
  return { count: Math.round(seconds / 360) / 10, unit: "hour" };
}
