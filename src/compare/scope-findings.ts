import type { FileEntry, StepFiles } from "../plan/model.ts";
import { sameJson } from "../std/same-json.ts";
import type { Finding } from "./change.ts";
import { coverage, uncovered } from "./coverage.ts";
import { inBackticks } from "./spoken.ts";

/** What happened to the files a step may write and must not touch. */
export function scopeFindings(before: StepFiles, after: StepFiles): Finding[] {
  if (sameJson(before, after)) return [];
  const findings = [...boundsFindings(before, after), ...forbiddenFindings(before, after)];
  if (findings.length > 0) return findings;
  return [{ effect: "wording", area: "scope", told: "its files are listed in other words", before, after }];
}

/** A step that lists no file is not bounded; one that lists some is asked about any other. */
function boundsFindings(before: StepFiles, after: StepFiles): Finding[] {
  const [then, now] = [isBounded(before), isBounded(after)];
  const values = { before: writable(before), after: writable(after) };
  if (then && !now) {
    return [
      { effect: "loosens", area: "scope", told: "no longer lists the files it may write: any will do", ...values },
    ];
  }
  if (!then && now) {
    const paths = (["change", "add", "delete"] as const).flatMap((act) => pathsOf(after[act]));
    return [
      { effect: "tightens", area: "scope", told: `lists the files it may write: ${inBackticks(paths)}`, ...values },
    ];
  }
  return (["change", "add", "delete"] as const).flatMap((act): Finding[] => {
    const { more, fewer, ...paths } = moved(before[act], after[act]);
    return [
      ...told(more, (names) => ({ effect: "loosens", area: "scope", told: `may now ${act} ${names}`, ...paths })),
      ...told(fewer, (names) => ({
        effect: "tightens",
        area: "scope",
        told: `may no longer ${act} ${names}`,
        ...paths,
      })),
    ];
  });
}

const isBounded = (files: StepFiles): boolean => files.change.length + files.add.length + files.delete.length > 0;

const writable = ({ change, add, delete: remove }: StepFiles) => ({
  change: pathsOf(change),
  add: pathsOf(add),
  delete: pathsOf(remove),
});

function forbiddenFindings(before: StepFiles, after: StepFiles): Finding[] {
  const { more, fewer, ...paths } = moved(before.mustNotTouch, after.mustNotTouch);
  return [
    ...told(fewer, (names) => ({
      effect: "loosens",
      area: "scope",
      told: `is no longer kept from ${names}${whatIsLeft(fewer, paths.after)}`,
      ...paths,
    })),
    ...told(more, (names) => ({ effect: "tightens", area: "scope", told: `is now kept from ${names}`, ...paths })),
  ];
}

/** `src/auth/` may have shrunk to one file in it. */
function whatIsLeft(lost: readonly string[], after: readonly string[]): string {
  const isIn = coverage(lost);
  const left = after.filter((path) => path.trim() !== "" && isIn(path));
  return left.length === 0 ? "" : `: of that, it is kept from ${inBackticks(left)} only`;
}

function moved(then: readonly FileEntry[], now: readonly FileEntry[]) {
  const [before, after] = [pathsOf(then), pathsOf(now)];
  return { more: uncovered(after, before), fewer: uncovered(before, after), before, after };
}

const pathsOf = (entries: readonly FileEntry[]): string[] => entries.map(({ path }) => path);

const told = (paths: readonly string[], finding: (names: string) => Finding): Finding[] =>
  paths.length === 0 ? [] : [finding(inBackticks(paths))];
