import { expect, test } from "vitest";
import type { ContractProof, SideProof } from "../record/receipt.ts";
import { resultLine } from "./result-line.ts";

const ran = (passed: number, failed = 0): SideProof => ({
  ...{ state: failed > 0 ? "red" : "green", tree: "", exit: { kind: "exited", code: failed > 0 ? 1 : 0 } },
  ...{ milliseconds: 1, told: "", tests: { passed, failed, skipped: 0 } },
});
const NOT_RUN: SideProof = { state: "not-run", why: "" };

/** As a receipt has it, as far as the line needs it. */
const contract = (command: string, base: SideProof, after: SideProof) => ({ command, base, after }) as ContractProof;

test.each([
  ["proven: npm test, 14 tests, 2 new", contract("npm test", ran(12), ran(14))],
  ["proven: npm test, 3 tests", contract("npm test", ran(2, 1), ran(3))],
  ["proven: npm test, 1 test", contract("npm test", NOT_RUN, ran(1))],
  ["proven: a b…", contract("a b\nc", NOT_RUN, NOT_RUN)],
])("%s", (line, of) => {
  expect(resultLine({ outcome: "proven", accepted: { by: "contract" }, contracts: [of] })).toBe(line);
});
