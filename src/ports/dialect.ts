import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../diagnostics/span.ts";
import type { TextEdit } from "../diagnostics/text-edit.ts";
import type { Budget, Plan } from "../plan/model.ts";
import type { DialectId, PlanStatus, StepStatus } from "../plan/words.ts";

/** The files of one plan, as they were read. `root` is what the person named; paths are the ones to show them. */
export type FileSet = { root: string; files: readonly SourceFile[] };

/**
 * A plan as data, with its positions beside it. The plan itself stays plain JSON because it travels;
 * whoever wants to point at a value asks here with its JSON pointer (`/steps/0/contracts/0/command`).
 */
export interface Parsed {
  plan: Plan;
  sources: readonly SourceFile[];
  diagnostics: readonly Diagnostic[];
  /** False when a part of the text could not be read: what seems to be missing may only be hidden. */
  isWhole: boolean;
  /** Where a value is written; for a value nobody wrote, where its nearest written ancestor is. */
  at(pointer: string): Span;
  /** Whether this very value is written in the file. */
  has(pointer: string): boolean;
  /** Where characters `[start, end)` of a text value are written: indentation and line endings are taken back in. */
  within(pointer: string, start: number, end: number): Span;
}

/** Every change the harness makes to a plan's text. Steps are named by their id. */
export type PlanEdit =
  | { type: "plan-status"; status: PlanStatus }
  | { type: "step-status"; step: string; status: StepStatus; result?: string }
  | { type: "fail-count"; step: string; count: number }
  /** `needs: publish` for a step that lacks it. */
  | { type: "publish"; step: string }
  | { type: "how"; step: string; how: string }
  | { type: "decision"; text: string }
  /** The budget of the whole plan, in place of what is written. */
  | { type: "budget"; budget: Budget }
  /** The steps that a template stands for take its place, each with everything else that the template has. */
  | { type: "expand"; step: string; steps: readonly WrittenStep[] };

/** A step in words. `how` is null where the template's own stays. */
export type WrittenStep = { title: string; what: string; how: string | null };

/**
 * Something of a plan that a dialect cannot hold as it is. `told` says what becomes of it; `steps` are the ids of the
 * steps it concerns, none when it is the plan's own.
 */
export type Loss = { field: string; told: string; steps: string[] };

/** A plan written anew. Paths are relative to where the plan is put; a dialect of one file prints exactly one. */
export type Printed = { files: SourceFile[]; lost: Loss[] };

export type Rename = { from: string; to: string };

/** Text first, then renames: edits name files as they were parsed. */
export type Change = { edits: TextEdit[]; renames: Rename[] };

/** A change that was tried: how the plan reads with it. */
export type ReadChange = Change & { after: Parsed };

/**
 * One way to write a plan down.
 * `detect` and `parse` never throw, whatever the bytes.
 * `edit` touches no byte outside the thing it changes, and applying it and parsing again shows exactly that change. It
 * throws for a step the plan does not have, and for a text the plan cannot hold because it would be read as something else.
 * `print` writes a plan of any dialect in this one. Parsing what it printed gives the plan less what `lost` lists, and
 * printing that again loses nothing more. It throws for a text that would be read as something else.
 */
export interface Dialect {
  id: DialectId;
  /** Whether a plan is one file or a folder of them. */
  form: "file" | "folder";
  detect(files: FileSet): boolean;
  parse(files: FileSet): Parsed;
  edit(parsed: Parsed, edit: PlanEdit): ReadChange;
  print(plan: Plan): Printed;
}
