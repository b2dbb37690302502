import type { Cost, LedgerGroup, LedgerNames, LedgerSum } from "../../app/looking/cost.ts";
import { displayWidth } from "../../std/display-width.ts";
import { visibleText } from "../../std/visible-text.ts";
import { cut } from "./fit.ts";
import type { Paint } from "./paint.ts";

/** A table of what was used, its total, and what is missing in it; null where nothing was. */
export function costText({ groups, total }: Cost, paint: Paint): string | null {
  if (total === null) return null;
  const names = namesIn(groups);
  const head = [...names.map((name) => HEADINGS[name]), ...FIGURES];
  const rows = groups.map(({ of, ...sum }) => [...names.map((name) => shownName(name, of[name])), ...figures(sum)]);
  const last = ["total", ...names.slice(1).map(() => ""), ...figures(total)];
  const lines = aligned([head, ...rows, last], names.length);
  return [paint("dim", lines[0] ?? ""), ...lines.slice(1, -1), paint("bold", lines.at(-1) ?? ""), ...remarks(total)]
    .map((line) => `${line}\n`)
    .join("");
}

const HEADINGS: Record<keyof LedgerNames, string> = {
  ...{ repository: "repository", plan: "plan", step: "step", role: "role", model: "model", day: "day" },
};

const FIGURES = ["requests", "input", "cache read", "cache write", "output", "cost"];

/** A name that all have in common, beside another that tells them apart, is left out. */
function namesIn(groups: readonly LedgerGroup[]): (keyof LedgerNames)[] {
  const [first] = groups;
  const names = Object.keys(first?.of ?? {}) as (keyof LedgerNames)[];
  return names.filter(
    (name, index) => index === names.length - 1 || groups.some(({ of }) => of[name] !== first?.of[name]),
  );
}

/** A repository is known by its folder. */
const shownName = (name: keyof LedgerNames, value = ""): string =>
  cut(visibleText(name === "repository" ? value.replace(/\/\.git$/, "") : value), WIDEST);

const WIDEST = 60;

/** All that went in is input, wherever it came from. */
function figures({ requests, sessions, input, cachedRead, cachedWrite, output, usd, unpriced }: LedgerSum): string[] {
  const all = input + cachedRead + cachedWrite;
  const counts = [all, cachedRead, cachedWrite, output].map((count) => WHOLE.format(count));
  const money = usd === null ? "unpriced" : `${unpriced.length > 0 ? "at least " : ""}${dollars(usd)}`;
  const asked = requests === 0 && sessions > 0 ? "?" : `${sessions > 0 ? "at least " : ""}${WHOLE.format(requests)}`;
  return [asked, ...counts, money];
}

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const PARTS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** Most requests cost a part of a cent. */
const dollars = (usd: number): string => `$${(usd > 0 && usd < 0.01 ? PARTS : CENTS).format(usd)}`;

/** Names to the left, numbers to the right. */
function aligned(table: readonly (readonly string[])[], names: number): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => displayWidth(row[column] ?? ""))));
  return table.map((row) =>
    row
      .map((cell, column) => {
        const room = " ".repeat((widths[column] ?? 0) - displayWidth(cell));
        return column < names ? `${cell}${room}` : `${room}${cell}`;
      })
      .join("  "),
  );
}

function remarks({ sessions, unpriced, uncounted }: LedgerSum): string[] {
  const named = (models: readonly string[]): string =>
    models.map((model) => cut(visibleText(model), WIDEST)).join(", ");
  const all = [
    ...(unpriced.length > 0
      ? [
          `unpriced: ${named(unpriced)}; no price is known, and the cost is without ${unpriced.length === 1 ? "it" : "them"}`,
        ]
      : []),
    ...(uncounted.length > 0 ? [`not all is told of ${named(uncounted)}: it was more than this`] : []),
    ...(sessions > 0
      ? [
          `${sessions} ${sessions === 1 ? "session was" : "sessions were"} told as a whole, without the number of requests`,
        ]
      : []),
  ];
  return all.length === 0 ? [] : ["", ...all];
}
