import type { Span } from "../../diagnostics/span.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { lastAtOrBefore } from "../../std/last-at-or-before.ts";
import { exactTexts } from "./exact-texts.ts";

/** Says in which part of a plan some characters of its files stand, as the end of a sentence; empty when nobody can say. */
export function whereaboutsIn(parsed: Parsed): (span: Span) => string {
  const byFile = Map.groupBy(regionsOf(parsed), ({ span }) => span.file);
  for (const regions of byFile.values()) regions.sort((a, b) => a.span.start - b.span.start);
  return ({ file, start, end }) => {
    const regions = byFile.get(file) ?? [];
    const region = regions[lastAtOrBefore(regions, start, (each) => each.span.start)];
    return region && region.span.start <= start && end <= region.span.end ? ` ${region.phrase}` : "";
  };
}

type Region = { span: Span; phrase: string };

const PLACES = { command: "the contract", path: "a path", name: "a name" } as const;

function regionsOf(parsed: Parsed): Region[] {
  const { plan } = parsed;
  const exact = exactTexts(plan).map(({ pointer, kind, step }) => ({ pointer, step, place: PLACES[kind] }));
  const prose = plan.steps.flatMap((_, step) => [
    { pointer: `/steps/${step}/title`, step, place: "the title" },
    ...["what", "how", "reason", "acceptsWhen", "expected"].map((field) => ({
      pointer: `/steps/${step}/${field}`,
      step,
      place: "the text",
    })),
  ]);
  return [...exact, ...prose].flatMap(({ pointer, step, place }) => {
    const id = step === null ? undefined : plan.steps[step]?.id;
    if (!parsed.has(pointer)) return [];
    return [
      {
        span: parsed.at(pointer),
        phrase: id === undefined ? `in ${place} of the plan` : `in ${place} of step \`${id}\``,
      },
    ];
  });
}
