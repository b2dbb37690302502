import type { Contract, Step, Subtask } from "../../plan/model.ts";
import { contractFields } from "../reading/contract-fields.ts";
import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { type FieldTable, knownFields, readFields } from "../reading/fields.ts";
import { readFilesField } from "../reading/files-field.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { put } from "../reading/plan-fields.ts";
import type { Reading } from "../reading/reading.ts";
import { newStep, type StepDraft, stepFields } from "../reading/step-fields.ts";
import { readCount, readList, readSwitch, readText } from "../reading/values.ts";
import { levelsOf } from "./levels.ts";
import type { JsonMap } from "./scan.ts";
import { headOf, shaped } from "./shapes.ts";
import { itemsOf, readProse, readRemark, readVerbatim } from "./texts.ts";

/** Reads one object of `steps`. `number` is the one it has when it does not say. */
export function readStep(reading: Reading, map: JsonMap, index: number, number: number): Step {
  const step = newStep("", number);
  const pointer = `/steps/${index}`;
  const draft: StepDraft = { step, pointer, idOf: (reference) => reference };
  reading.positions.set(pointer, headOf(map));
  const { own, extra, isWhole } = levelsOf(reading, map.fields, ownFields, extraFields);
  readFields(reading, own, ownFields, draft);
  if (!own.some(({ name }) => name === "action"))
    reading.report(faults.missingField, headOf(map), "the step has no `action`", {
      help: 'say what has to be done: `"action": "…"`',
    });
  step.id = String(step.number);
  step.title = firstLineAsTitle(step.what);
  readFields(reading, extra, extraFields, draft);
  // Whatever cannot be read may have held the contract.
  if (!isWhole) reading.positions.set(`${pointer}/contracts/0`, headOf(map));
  // A step that is counted has no number to point at.
  if (!reading.positions.has(`${pointer}/number`))
    reading.positions.set(`${pointer}/number`, reading.positions.at(`${pointer}/id`));
  return step;
}

const ownFields = shaped<StepDraft>(
  {
    step_number: (reading, field, { step, pointer }) =>
      put(step, "number", readCount(reading, field, `${pointer}/number`)),
    action: (reading, field, { step, pointer }) => put(step, "what", readProse(reading, field, `${pointer}/what`)),
    reason: (reading, field, { step, pointer }) => put(step, "reason", readRemark(reading, field, `${pointer}/reason`)),
    tools_needed: (reading, field, { step, pointer }) => {
      const tools = readList(reading, field);
      step.toolsNeeded = tools.map((tool, at) => reading.text(`${pointer}/toolsNeeded/${at}`, tool));
    },
    estimated_time: (reading, field, { step, pointer }) =>
      put(step, "estimatedTime", readRemark(reading, field, `${pointer}/estimatedTime`)),
  } satisfies FieldTable<StepDraft>,
  { tools_needed: "list" },
);

// The time a contract may take is a part of the contract here.
const { timeout: _, ...sharedFields } = stepFields;

const extraFields = shaped<StepDraft>(
  {
    id: (reading, field, { step, pointer }) => put(step, "id", readText(reading, field, `${pointer}/id`)),
    title: (reading, field, { step, pointer }) => put(step, "title", readVerbatim(reading, field, `${pointer}/title`)),
    how: (reading, field, { step, pointer }) => put(step, "how", readProse(reading, field, `${pointer}/how`)),
    subtasks: readSubtasks,
    template: (reading, field, { step, pointer }) =>
      put(step, "template", readText(reading, field, `${pointer}/template`)),
    result: (reading, field, { step, pointer }) =>
      put(step, "result", readVerbatim(reading, field, `${pointer}/result`)),
    accepts_when: (reading, field, { step, pointer }) =>
      put(step, "acceptsWhen", readProse(reading, field, `${pointer}/acceptsWhen`)),
    expected: (reading, field, { step, pointer }) =>
      put(step, "expected", readProse(reading, field, `${pointer}/expected`)),
    files: readFilesField,
    contract: readContract,
    ...sharedFields,
  } satisfies FieldTable<StepDraft>,
  { subtasks: "list", files: "any", contract: "any", depends_on: "list", subscriptions: "list", needs: "list" },
);

function readSubtasks(reading: Reading, { value }: Field, { step, pointer }: StepDraft): void {
  for (const item of itemsOf(value)) {
    const at = `${pointer}/subtasks/${step.subtasks.length}`;
    const subtask = readSubtask(reading, item, at);
    if (!subtask) continue;
    reading.positions.set(at, headOf(item));
    step.subtasks.push(subtask);
  }
}

function readSubtask(reading: Reading, item: Value, pointer: string): Subtask | undefined {
  if (item.type === "text" && item.text.value.trim() !== "")
    return { text: reading.text(`${pointer}/text`, item.text), done: false };
  const subtask: Subtask = { text: "", done: false };
  const before = reading.diagnostics.length;
  if (item.type === "map") readFields(reading, item.fields, subtaskFields, { subtask, pointer });
  if (subtask.text !== "") return subtask;
  if (reading.diagnostics.length === before)
    reading.report(faults.wrongValue, headOf(item), "a subtask says nothing", {
      help: 'write `"…"` or `{ "text": "…", "done": false }`',
    });
  return undefined;
}

const subtaskFields = shaped<{ subtask: Subtask; pointer: string }>(
  {
    text: (reading, field, { subtask, pointer }) =>
      put(subtask, "text", readVerbatim(reading, field, `${pointer}/text`)),
    done: (reading, field, { subtask, pointer }) => put(subtask, "done", readSwitch(reading, field, `${pointer}/done`)),
  },
  {},
);

/** The command alone, or an object with what it must answer. */
function readContract(reading: Reading, field: Field, { step, pointer: stepPointer }: StepDraft): void {
  const pointer = `${stepPointer}/contracts/0`;
  const contract: Contract = { command: "", exitCode: 0 };
  const { key, value } = field;
  reading.positions.set(pointer, key);
  if (value.type === "text") contractFields.command(reading, field, { contract, pointer });
  else if (value.type === "map") {
    const fields = knownFields(reading, value.fields, Object.keys(contractFields));
    readFields(reading, fields, detailFields, { contract, pointer });
    const command = fields.find(({ name }) => name === "command");
    if (!command)
      reading.report(faults.missingField, key, "the contract has no `command`", { help: 'write `"command": "…"`' });
    if (command?.value.type !== "text") return;
  } else {
    const help = "join the commands with `&&`, in one text";
    return reading.report(faults.wrongValue, headOf(value), "`contract` must be a text or an object", { help });
  }
  step.contracts.push(contract);
}

const detailFields = shaped<Parameters<typeof contractFields.command>[2]>(contractFields, { stdout: "any" });
