import type { Plan, ProtectedArea } from "../../plan/model.ts";
import { COMPLEXITIES, MODES, PLAN_STATUSES, PRIORITIES } from "../../plan/words.ts";
import { areaText } from "./area-text.ts";
import { faults } from "./faults.ts";
import type { Field, Value } from "./field.ts";
import { type FieldTable, readFields } from "./fields.ts";
import type { Reading } from "./reading.ts";
import type { SourceText } from "./source-text.ts";
import { readBudget, readCount, readDuration, readList, readSwitch, readText, readWord } from "./values.ts";

/** Fields of a whole plan that mean the same in every file dialect. */
export const planFields = {
  status: (reading, field, plan) => put(plan, "status", readWord(reading, field, "/status", PLAN_STATUSES)),
  owner: (reading, field, plan) => put(plan, "owner", readText(reading, field, "/owner")),
  mode: (reading, field, plan) => put(plan, "mode", readWord(reading, field, "/mode", MODES)),
  complexity: (reading, field, plan) => put(plan, "complexity", readWord(reading, field, "/complexity", COMPLEXITIES)),
  infrastructure: (reading, field, plan) => put(plan, "infrastructure", readSwitch(reading, field, "/infrastructure")),
  strict: (reading, field, plan) => put(plan, "strict", readSwitch(reading, field, "/strict")),
  budget: (reading, field, plan) => put(plan, "budget", readBudget(reading, field, "/budget")),
  priority: (reading, field, plan) => put(plan, "priority", readWord(reading, field, "/priority", PRIORITIES)),
  context: (reading, field, plan) => put(plan, "context", readText(reading, field, "/context")),
  max_retries_per_task: (reading, field, plan) =>
    put(plan.settings, "maxRetriesPerTask", readCount(reading, field, "/settings/maxRetriesPerTask")),
  verification_timeout: (reading, field, plan) =>
    put(plan.settings, "verificationTimeout", readDuration(reading, field, "/settings/verificationTimeout")),
  protected_areas: (reading, field, plan) => {
    plan.protectedAreas = readProtectedAreas(reading, field);
  },
} as const satisfies FieldTable<Plan>;

/** Sets what was read; what could not be read stays absent. */
export function put<T, K extends keyof T>(target: T, key: K, value: Exclude<T[K], undefined> | undefined): void {
  if (value !== undefined) target[key] = value;
}

function readProtectedAreas(reading: Reading, field: Field): ProtectedArea[] {
  reading.positions.set("/protectedAreas", field.value.span);
  return areaValues(reading, field)
    .flatMap((item) => readArea(reading, item) ?? [])
    .map((area, index) => {
      const pointer = `/protectedAreas/${index}`;
      reading.positions.set(pointer, area.span);
      reading.positions.setText(`${pointer}/name`, area.name);
      const paths = area.paths.map((path, at) => reading.text(`${pointer}/paths/${at}`, path));
      return { name: area.name.value, paths };
    });
}

/** As a list, or on one line with commas. */
function areaValues(reading: Reading, field: Field): Value[] {
  if (field.value.type === "list") return field.value.items;
  if (field.value.type === "map") return [field.value];
  // `Payments: src/payment/, src/billing/` is one area with two paths.
  if (areaText(field.value.text).paths.length > 1) return [field.value];
  return readList(reading, field).map((text) => ({ type: "text", span: text.span, text }));
}

type AreaReading = { span: Value["span"]; name: SourceText; paths: SourceText[] };

function readArea(reading: Reading, item: Value): AreaReading | undefined {
  if (item.type === "text" && item.text.value !== "") return { span: item.span, ...areaText(item.text) };
  const draft: AreaDraft = { paths: [] };
  const before = reading.diagnostics.length;
  if (item.type === "map") readFields(reading, item.fields, areaFields, draft);
  if (draft.name !== undefined && draft.paths.length === 0) return { span: item.span, ...areaText(draft.name) };
  if (draft.name !== undefined) return { span: item.span, name: draft.name, paths: draft.paths };
  if (reading.diagnostics.length > before) return undefined;
  reading.report(faults.wrongValue, item.span, "a protected area needs a name", {
    help: "write `- Payments` or `- name: Payments` with `paths:`",
  });
  return undefined;
}

type AreaDraft = { name?: SourceText; paths: SourceText[] };

const areaFields = {
  name: (_, { value }, area) => {
    if (value.type === "text" && value.text.value !== "") area.name = value.text;
  },
  paths: (reading, field, area) => {
    area.paths = readList(reading, field);
  },
} as const satisfies FieldTable<AreaDraft>;
