import type { Hold } from "../../../../src/plan/progress.ts";
import type { StepOutcome } from "../../../../src/record/step-outcome.ts";
import type { Files } from "../../mutation/files.ts";
import { type Case, DOUBLES, GOES_ON, type Kit, NEXT, SQUARE, SQUARES, type Sum, TWICE } from "./kit.ts";

/** A piece of work as an honest person commits it: code, and the tests that come with it. */
export type Piece = {
  runner: string;
  shape: string;
  contract: string;
  task: string;
  base: Files;
  work: Files;
  tests: Files;
  /** What a plan that lists no files has to ask about it. */
  asks?: Hold;
  /** Once it is accepted; `proven` unless it cannot be more than that. */
  outcome?: StepOutcome;
};

/** One shape of commit, for whatever runner. */
export type Shape = (kit: Kit) => Piece;

type Told = Omit<Piece, "runner" | "contract" | "base"> & { before?: { sums: readonly Sum[]; cases: readonly Case[] } };

const BEFORE = { sums: [TWICE], cases: [DOUBLES] };

const piece = ({ runner, contract, files, code, tests }: Kit, { before = BEFORE, ...told }: Told): Piece => ({
  ...{ runner, contract, ...told },
  base: { ...files, ...code("sums", before.sums), ...tests("sums", before.cases) },
});

export const feature: Shape = (kit) =>
  piece(kit, {
    shape: "a feature, with a test added to an existing file",
    task: "Add `square`, with a test.",
    work: kit.code("sums", [TWICE, SQUARE]),
    tests: kit.tests("sums", [DOUBLES, SQUARES]),
  });

export const module: Shape = (kit) =>
  piece(kit, {
    shape: "a new module, with a test file of its own",
    task: "Add a module of powers that squares numbers, with tests.",
    work: kit.code("powers", [SQUARE]),
    tests: kit.tests("powers", [SQUARES]),
  });

export const mendedWithTest: Shape = (kit) =>
  piece(kit, {
    shape: "a fix, with a test that shows the fault",
    task: "The square of three comes out as six. Mend it, and test it.",
    before: {
      sums: [TWICE, { name: "square", of: TWICE.of }],
      cases: [DOUBLES, { ...SQUARES, name: "squares two", number: 2, expected: 4 }],
    },
    work: kit.code("sums", [TWICE, SQUARE]),
    tests: kit.tests("sums", [DOUBLES, { ...SQUARES, name: "squares two", number: 2, expected: 4 }, SQUARES]),
  });

/** The test of the base says the opposite of what is asked for now. */
export const changedAssertion: Shape = (kit) =>
  piece(kit, {
    shape: "a fix, with a changed assertion",
    task: "`next` shall go on by ten, not by one.",
    before: { sums: [TWICE, NEXT], cases: [DOUBLES, GOES_ON] },
    work: kit.code("sums", [TWICE, { name: "next", of: (n) => `${n} + 10` }]),
    tests: kit.tests("sums", [DOUBLES, { ...GOES_ON, expected: 16 }]),
    asks: "announce",
  });

/** Tests of the base call it by its old name. */
export const rename: Shape = (kit) =>
  piece(kit, {
    shape: "a function that gets another name",
    task: "Call `next` `successor` everywhere.",
    before: { sums: [TWICE, NEXT], cases: [DOUBLES, GOES_ON] },
    work: kit.code("sums", [TWICE, { ...NEXT, name: "successor" }]),
    tests: kit.tests("sums", [DOUBLES, { ...GOES_ON, sum: "successor" }]),
    asks: "announce",
  });

export const testsOnly: Shape = (kit) =>
  piece(kit, {
    shape: "tests only",
    task: "Cover what is not covered yet.",
    before: { sums: [TWICE, NEXT], cases: [DOUBLES] },
    work: {},
    tests: kit.tests("sums", [DOUBLES, GOES_ON]),
    outcome: "unproven",
  });

export const refactoring: Shape = (kit) =>
  piece(kit, {
    shape: "a refactoring without a test",
    task: "Add numbers instead of multiplying them.",
    work: kit.code("sums", [{ ...TWICE, of: (n) => `${n} + ${n}` }]),
    tests: {},
    outcome: "unproven",
  });

/** A test that nobody has said goes, goes with what it tests. */
export const deletion: Shape = (kit) => {
  const told = piece(kit, {
    shape: "a module that goes, with its tests",
    task: "Nobody needs powers any more. Get rid of them.",
    work: gone(kit.code("powers", [SQUARE])),
    tests: gone(kit.tests("powers", [SQUARES])),
    asks: "announce",
    outcome: "unproven",
  });
  return { ...told, base: { ...told.base, ...kit.code("powers", [SQUARE]), ...kit.tests("powers", [SQUARES]) } };
};

const gone = (files: Files): Files => Object.fromEntries(Object.keys(files).map((path) => [path, null]));
