import type { Contract } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import { contractFields } from "../reading/contract-fields.ts";
import { faults } from "../reading/faults.ts";
import type { Field } from "../reading/field.ts";
import type { FieldTable } from "../reading/fields.ts";
import { readFilesField } from "../reading/files-field.ts";
import { put } from "../reading/plan-fields.ts";
import type { Reading } from "../reading/reading.ts";
import { type StepDraft, stepFields } from "../reading/step-fields.ts";
import { quoted, readText, textOf } from "../reading/values.ts";

/** A task being read; `contract` takes what its frontmatter says of one. */
export type TaskDraft = StepDraft & { contract: Contract };

/** How a task, and whoever depends on it, spells an id. */
export const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The frontmatter of a task file. */
export const taskFields = {
  id: readId,
  ...stepFields,
  subtasks: readSubtasks,
  result: (reading, field, { step, pointer }) => put(step, "result", readText(reading, field, `${pointer}/result`)),
  files: readFilesField,
  contract: (reading, field, draft) => contractFields.command(reading, field, contractOf(draft)),
  exit_code: (reading, field, draft) => contractFields.exit_code(reading, field, contractOf(draft)),
  stdout: (reading, field, draft) => contractFields.stdout(reading, field, contractOf(draft)),
  kind: (reading, field, draft) => contractFields.kind(reading, field, contractOf(draft)),
} as const satisfies FieldTable<TaskDraft>;

const contractOf = ({ contract, pointer }: TaskDraft) => ({ contract, pointer: `${pointer}/contracts/0` });

/** An id that is spelt wrongly is kept as it is, because the tasks that depend on it spell it the same way. */
function readId(reading: Reading, field: Field, { step, pointer }: TaskDraft): void {
  const text = textOf(reading, field);
  if (!text) return;
  if (text.value.trim() === "") {
    reading.report(faults.missingField, field.key, "the task's `id` is empty", { help: `write \`id: ${step.id}\`` });
    return;
  }
  step.id = reading.text(`${pointer}/id`, text);
  reading.positions.set(pointer, text.span);
  if (KEBAB.test(step.id)) return;
  reading.report(faults.wrongValue, text.span, `\`id\` cannot be ${quoted(step.id)}`, {
    help: `write it in lower case with hyphens: \`${slugOf(step.id)}\``,
  });
}

function readSubtasks(reading: Reading, { value }: Field, { step, pointer }: TaskDraft): void {
  if (value.type === "text" && value.text.value === "") return;
  if (value.type !== "list") {
    reading.report(faults.wrongValue, value.span, "`subtasks` must be a list", {
      help: "write `- ` before each entry",
    });
    return;
  }
  for (const item of value.items) {
    if (item.type === "text" && item.text.value.trim() !== "") {
      const at = `${pointer}/subtasks/${step.subtasks.length}`;
      reading.positions.setText(at, item.text);
      step.subtasks.push({ text: reading.text(`${at}/text`, item.text), done: false });
    } else
      reading.report(faults.wrongValue, item.span, "a subtask must be a text", {
        help: "write one after the `- `, with quotes around it when it holds `: `",
      });
  }
}
