import type { Plan, ProtectedArea } from "../../plan/model.ts";
import { COMPLEXITIES, MODES, PLAN_STATUSES, PRIORITIES } from "../../plan/words.ts";
import { faults } from "./faults.ts";
import type { Field, Value } from "./field.ts";
import type { FieldTable } from "./fields.ts";
import type { Reading } from "./reading.ts";
import type { SourceText } from "./source-text.ts";
import { readBudget, readCount, readDuration, readSwitch, readText, readWord } from "./values.ts";

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
  const items = field.value.type === "list" ? field.value.items : isEmpty(field.value) ? [] : [field.value];
  return items
    .flatMap((item) => readArea(reading, item) ?? [])
    .map((area, index) => {
      const pointer = `/protectedAreas/${index}`;
      reading.positions.set(pointer, area.span);
      reading.positions.setText(`${pointer}/name`, area.name);
      const paths = area.paths.map((path, at) => reading.text(`${pointer}/paths/${at}`, path));
      return { name: area.name.value, paths };
    });
}

type AreaReading = { span: Value["span"]; name: SourceText; paths: SourceText[] };

function readArea(reading: Reading, item: Value): AreaReading | undefined {
  if (item.type === "text" && item.text.value !== "") return { span: item.span, name: item.text, paths: [] };
  const fields = item.type === "map" ? item.fields : [];
  const name = fields.find((field) => field.name === "name")?.value;
  const paths = fields.find((field) => field.name === "paths")?.value;
  const stranger = fields.find((field) => field.name !== "name" && field.name !== "paths");
  if (stranger)
    reading.report(faults.unknownField, stranger.key, `a protected area has no field \`${stranger.name}\``, {
      help: "it has `name` and `paths`",
    });
  if (name?.type !== "text" || name.text.value === "") {
    reading.report(faults.wrongValue, item.span, "a protected area needs a name", {
      help: "write `- Payments` or `- name: Payments` with `paths:`",
    });
    return undefined;
  }
  const entries = paths?.type === "list" ? paths.items : paths ? [paths] : [];
  return {
    span: item.span,
    name: name.text,
    paths: entries.flatMap((entry) => (entry.type === "text" ? [entry.text] : [])),
  };
}

const isEmpty = (value: Value): boolean => value.type === "text" && value.text.value === "";
