import type { Advice, Kind } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { Parsed } from "../../ports/dialect.ts";
import type { World } from "../../ports/world.ts";
import type { Script } from "../../shell/script.ts";

/** What a rule sees. Nothing here changes while rules run, so their order does not matter. */
export type RuleContext = {
  parsed: Parsed;
  world: World;
  /** Every contract of the plan with its shell syntax tree, parsed once for all rules. */
  contracts: readonly ContractSite[];
  report(span: Span, message: string, advice?: Advice): void;
};

/** One contract and the way to point into its command. */
export type ContractSite = {
  step: number;
  pointer: string;
  command: string;
  script: Script;
  /** Where characters `[start, end)` of the command are written. */
  at(start: number, end: number): Span;
};

/** One thing that can be wrong with a plan. Codes are forever: never renumbered, never reused. */
export interface Rule extends Kind {
  check(context: RuleContext): void;
}
