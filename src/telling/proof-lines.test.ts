import { expect, test } from "vitest";
import { proofLines } from "./proof-lines.ts";

type Contract = Parameters<typeof proofLines>[0];

const side = (state: "green" | "red" | "absent", tests?: number): Contract["after"] => ({
  ...{ state, tree: "0".repeat(40), exit: { kind: "exited", code: state === "green" ? 0 : 1 }, milliseconds: 1240 },
  ...{ told: "", ...(tests !== undefined && { tests: { passed: tests, failed: 0, skipped: 0 } }) },
});
const NOT_RUN = { state: "not-run", why: "there is nothing to compare with" } as const;

const of = (sides: Pick<Contract, "base" | "after" | "reverted">, command = "npm test"): string =>
  proofLines({
    ...{ command, exitCode: 0, timeout: 60, hash: "0".repeat(64), purpose: "undeclared", ...sides },
  });

test("a contract is told in two lines, whatever it printed", () => {
  expect(of({ base: side("red"), after: side("green", 14), reverted: side("red") })).toBe(
    "$ npm test\npasses now (14 tests, 1.2 s); failed before the work (exit 1); does not pass with the work reverted",
  );
  expect(of({ base: side("absent"), after: side("green", 1), reverted: NOT_RUN }, "npm run a\nnpm run b\n")).toBe(
    "$ npm run a … (2 lines)\npasses now (1 test, 1.2 s); could not run before the work",
  );
});

test("what proves nothing is not told as if it did", () => {
  expect(of({ base: side("green"), after: side("green"), reverted: side("green") })).toBe(
    "$ npm test\npasses now (1.2 s); also passed before the work; also passes with the work reverted",
  );
  expect(of({ base: NOT_RUN, after: side("red"), reverted: NOT_RUN })).toBe("$ npm test\ndoes not pass now (1.2 s)");
});
