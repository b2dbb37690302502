import type { Contract, Step } from "../../plan/model.ts";
import { NEEDS, STEP_STATUSES } from "../../plan/words.ts";
import { faults } from "./faults.ts";
import type { Field } from "./field.ts";
import type { FieldTable } from "./fields.ts";
import { put } from "./plan-fields.ts";
import type { Reading } from "./reading.ts";
import { type SourceText, sliceText, spanWithin } from "./source-text.ts";
import {
  quoted,
  readBudget,
  readCount,
  readDuration,
  readList,
  readOnFail,
  readText,
  readWord,
  wordOf,
} from "./values.ts";

/** A step being read, and where its values go. */
export type StepDraft = {
  step: Step;
  pointer: string;
  /** How this dialect spells the id that a `depends_on` entry means. */
  idOf(reference: string): string;
  /** Written beside the contract rather than in it; joined when the step is complete. */
  timeout?: number;
};

export function newStep(id: string, number: number): Step {
  return {
    id,
    number,
    title: "",
    status: "pending",
    failCount: 0,
    dependsOn: [],
    subscriptions: [],
    what: "",
    subtasks: [],
    files: { change: [], add: [], delete: [], mustNotTouch: [] },
    toolsNeeded: [],
    needs: [],
    contracts: [],
  };
}

/** Fields of a step that mean the same in every file dialect. */
export const stepFields = {
  status: (reading, field, { step, pointer }) =>
    put(step, "status", readWord(reading, field, `${pointer}/status`, STEP_STATUSES)),
  fail_count: (reading, field, { step, pointer }) =>
    put(step, "failCount", readCount(reading, field, `${pointer}/failCount`)),
  target: (reading, field, { step, pointer }) => put(step, "target", readText(reading, field, `${pointer}/target`)),
  agent: (reading, field, { step, pointer }) => put(step, "agent", readText(reading, field, `${pointer}/agent`)),
  track: (reading, field, { step, pointer }) => put(step, "track", readText(reading, field, `${pointer}/track`)),
  on_fail: (reading, field, { step, pointer }) => put(step, "onFail", readOnFail(reading, field, `${pointer}/onFail`)),
  work_timeout: (reading, field, { step, pointer }) =>
    put(step, "workTimeout", readDuration(reading, field, `${pointer}/workTimeout`)),
  budget: (reading, field, { step, pointer }) => put(step, "budget", readBudget(reading, field, `${pointer}/budget`)),
  timeout: (reading, field, draft) =>
    put(draft, "timeout", readDuration(reading, field, `${draft.pointer}/contracts/0/timeout`)),
  depends_on: readDependsOn,
  subscriptions: readSubscriptions,
  needs: readNeeds,
} as const satisfies FieldTable<StepDraft>;

/** The contract the step ends up with, its timeout included. */
export function putContract(draft: StepDraft, contract: Contract | undefined): void {
  if (!contract) return;
  draft.step.contracts.push(draft.timeout === undefined ? contract : { timeout: draft.timeout, ...contract });
}

function readDependsOn(reading: Reading, field: Field, { step, pointer, idOf }: StepDraft): void {
  reading.positions.set(`${pointer}/dependsOn`, field.value.span);
  step.dependsOn = readList(reading, field).map((entry, index) =>
    idOf(reading.text(`${pointer}/dependsOn/${index}`, entry)),
  );
}

function readSubscriptions(reading: Reading, field: Field, { step, pointer }: StepDraft): void {
  reading.positions.set(`${pointer}/subscriptions`, field.value.span);
  for (const entry of readList(reading, field).map(withoutBackticks)) {
    const match = /^(file|topic):\s*(\S.*)$/i.exec(entry.value);
    if (!match) {
      const looksLikeFile = /[./]/.test(entry.value) && !/\s|:/.test(entry.value);
      reading.report(faults.badSubscription, entry.span, `${quoted(entry.value)} is neither a file nor a topic`, {
        help: looksLikeFile ? `write \`file:${entry.value}\`` : "write `file:PATH` or `topic:NAME`",
        ...(looksLikeFile &&
          entry.lines.length > 0 && {
            fix: { title: "subscribe to the file", edits: [{ ...spanWithin(entry, 0, 0), text: "file:" }] },
          }),
      });
      continue;
    }
    reading.positions.setText(`${pointer}/subscriptions/${step.subscriptions.length}`, entry);
    step.subscriptions.push({
      kind: match[1]?.toLowerCase() === "file" ? "file" : "topic",
      name: (match[2] ?? "").trim(),
    });
  }
}

const withoutBackticks = (text: SourceText): SourceText =>
  /^`[^`]*`$/.test(text.value) ? sliceText(text, 1, text.value.length - 1) : text;

function readNeeds(reading: Reading, field: Field, { step, pointer }: StepDraft): void {
  reading.positions.set(`${pointer}/needs`, field.value.span);
  for (const entry of readList(reading, field)) {
    const need = wordOf(reading, { type: "text", span: entry.span, text: entry }, entry.value, "needs", NEEDS);
    if (!need) continue;
    reading.positions.setText(`${pointer}/needs/${step.needs.length}`, entry);
    step.needs.push(need);
  }
}
