import { expect } from "vitest";
import { type ACheckout, check, fingerprintOf, leftBehind } from "../a-checkout.ts";
import type { Run } from "../cli.ts";
import { prerequisite } from "../prerequisite.ts";

export const root = prerequisite("root, for mounts and other users", process.getuid?.() === 0, "run as root");

/** It says one line, blames nobody but the thing it names, and leaves nothing. */
export function refused(checkout: ACheckout, run: Run, told: RegExp): void {
  expect(run.stderr).toMatch(told);
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
  expect(run.stderr).not.toMatch(/fault of Planwright|^ +at /m);
  expect(run.stderr.length).toBeLessThan(1000);
  expect(run.status).toBe(2);
  expect(leftBehind(checkout)).toEqual([]);
}

export function proven(checkout: ACheckout, args: readonly string[] = [], env: Record<string, string> = {}): Run {
  const before = fingerprintOf(checkout.top);
  const run = check(checkout, args, env);
  expect(run).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/✓ proven/) });
  expect(fingerprintOf(checkout.top)).toBe(before);
  expect(leftBehind(checkout)).toEqual([]);
  return run;
}
