import { afterAll, assert, beforeAll, expect, test } from "vitest";
import type { Judged } from "../../../../src/engine/proof/judge-work.ts";
import { verdictOn } from "../../../../src/engine/proof/verdict-on.ts";
import type { Files } from "../../mutation/files.ts";
import { type Left, openWorkshop, type Workshop } from "../../mutation/workshop.ts";
import { needRunner } from "../../need-runner.ts";
import { listed } from "../honest-step.ts";
import type { Piece } from "./piece.ts";

/**
 * Each piece as a step that lists its files, as one that lists none, and without the tests that came with it. `installed`
 * lies at `node_modules`.
 */
export function threeWays(pieces: readonly Piece[], installed?: string): void {
  let opened: Workshop | undefined;
  const workshop = (): Workshop => opened ?? assert.fail("no workshop is open");
  beforeAll(async () => {
    opened = await openWorkshop(installed);
  });
  afterAll(() => opened?.close());

  test.each(pieces)("$runner: $shape", { timeout: 300_000 }, async (piece) => {
    needRunner(piece.contract);
    const { base, work, tests, asks, outcome = "proven" } = piece;
    const all = { ...work, ...tests };
    const commit = workshop().commit(base);
    const left = await workshop().leave(commit, all);
    const seen = {
      listed: endOf(await judged(workshop(), piece, left, listOf(base, all)), left),
      unlisted: endOf(await judged(workshop(), piece, left, ""), left),
    };
    const accepted = { verdict: outcome, tree: "the worker's" };
    expect(seen).toEqual({
      listed: accepted,
      unlisted: asks ? { ...accepted, verdict: `${asks}, then ${outcome}` } : accepted,
    });

    if (Object.keys(work).length === 0 || Object.keys(tests).length === 0) return;
    const untested = await workshop().leave(commit, work);
    const end = await judged(workshop(), piece, untested, "");
    const wasGreen = end.proof.contracts.every(
      ({ base: side }) => !("notRun" in side) && side.verdict.status === "passed",
    );
    if (wasGreen) expect(endOf(end, untested).verdict).not.toMatch(/proven$(?<!unproven)/);
  });
}

const judged = (workshop: Workshop, { contract, task, shape }: Piece, left: Left, extra: string): Promise<Judged> =>
  workshop.judge(left, { title: shape, task, contract, extra });

/** How it ends in a run that asks as seldom as one may, and which tree a yes, or nobody's word, commits. */
function endOf(end: Judged, { snapshot }: Left): { verdict: string; tree: string } {
  const verdict = verdictOn(end, { mode: "autonomous", isStrict: false });
  const tree = end.proof.restoration.proven === snapshot.tree ? "the worker's" : "another one";
  switch (verdict.is) {
    case "passed":
      return { verdict: verdict.outcome, tree };
    case "held":
      return ALLOWED.has(verdict.over)
        ? { verdict: `${verdict.over}, then ${end.receipt.outcome}`, tree }
        : { verdict: `${verdict.over}: ${verdict.told}`, tree };
    default:
      return { verdict: `${verdict.is}: ${"told" in verdict ? verdict.told : ""}`, tree };
  }
}

/** What may be asked about honest work. */
const ALLOWED: ReadonlySet<string> = new Set(["announce", "deviation"]);

function listOf(base: Files, changes: Files): string {
  const paths = Object.keys(changes);
  const isThere = (path: string): boolean => Object.hasOwn(base, path);
  return listed({
    change: paths.filter((path) => isThere(path) && changes[path] !== null),
    add: paths.filter((path) => !isThere(path)),
    delete: paths.filter((path) => changes[path] === null),
  });
}
