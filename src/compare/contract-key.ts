import type { Contract } from "../plan/model.ts";

/** One text for contracts that say exactly the same, in whatever order a dialect reads their fields. */
export function contractKey(contract: Contract | undefined): string {
  const { command, exitCode, stdout, timeout, kind } = contract ?? {};
  const wanted = stdout?.kind === "contains" ? stdout.text : stdout?.pattern;
  return JSON.stringify([command, exitCode, stdout?.kind, wanted, timeout, kind]);
}
