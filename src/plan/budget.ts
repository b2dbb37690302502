import { formatDuration, parseDuration } from "./duration.ts";
import type { Budget } from "./model.ts";

export type BudgetReading = { ok: true; budget: Budget } | { ok: false; start: number; end: number; message: string };

/** Reads `max 200k tokens, $1.50, 20 minutes wall clock`: up to three limits in any order. */
export function parseBudget(text: string): BudgetReading {
  const budget: Budget = {};
  let at = 0;
  for (const part of text.split(/,(?!\d{3}\b)/)) {
    const lead = part.length - part.trimStart().length;
    const limit = part.trim();
    const fault = (message: string): BudgetReading => ({
      ok: false,
      start: at + lead,
      end: at + lead + limit.length,
      message,
    });
    const read = readLimit(limit);
    if (!read) return fault(limit === "" ? "a limit is missing here" : `\`${limit}\` is not a limit`);
    const [name, amount] = read;
    if (budget[name] !== undefined) return fault(`a second limit for ${NAMES[name]}`);
    if (!(amount > 0) || !Number.isFinite(amount)) return fault(`a limit for ${NAMES[name]} must be more than nothing`);
    budget[name] = amount;
    at += part.length + 1;
  }
  return { ok: true, budget };
}

/** The text `parseBudget` reads back as this budget. */
export function formatBudget({ tokens, usd, wallClock }: Budget): string {
  const limits = [
    tokens !== undefined && `${tokens} tokens`,
    usd !== undefined && `$${usd}`,
    wallClock !== undefined && `${formatDuration(wallClock)} wall clock`,
  ].filter((limit) => limit !== false);
  return `max ${limits.join(", ")}`;
}

const NAMES = { tokens: "tokens", usd: "money", wallClock: "time" } as const;
const MULTIPLIERS: Record<string, number> = { "": 1, k: 1e3, m: 1e6, b: 1e9 };

function readLimit(limit: string): [keyof Budget, number] | null {
  const bare = limit.replace(/\s+/g, " ").replace(/^(?:max(?:imum)?|up to|at most) /i, "");
  const tokens = /^(\d+(?:,\d{3})*(?:\.\d+)?)\s*([kmb]?)\s+tokens?$/i.exec(bare);
  if (tokens) return ["tokens", Math.round(number(tokens[1]) * (MULTIPLIERS[(tokens[2] ?? "").toLowerCase()] ?? 1))];
  const money =
    /^\$\s*(\d+(?:,\d{3})*(?:\.\d+)?)$/.exec(bare) ?? /^(\d+(?:,\d{3})*(?:\.\d+)?)\s*(?:usd|dollars?)$/i.exec(bare);
  if (money) return ["usd", number(money[1])];
  // `max 1M, $8.00` means a million of something, hardly one minute.
  if (/^[\d.,]+ ?M$/.test(bare)) return null;
  const seconds = parseDuration(bare.replace(/ wall[ -]?clock$/i, ""));
  return seconds === null ? null : ["wallClock", seconds];
}

const number = (digits: string | undefined): number => Number((digits ?? "").replaceAll(",", ""));
