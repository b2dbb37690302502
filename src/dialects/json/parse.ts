import type { Plan } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import type { Field } from "../reading/field.ts";
import { type FieldTable, readFields } from "../reading/fields.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { newPlan } from "../reading/new-plan.ts";
import { planFields, put } from "../reading/plan-fields.ts";
import { Reading } from "../reading/reading.ts";
import { findPlan } from "./find-plan.ts";
import { levelsOf } from "./levels.ts";
import { checkOrigin } from "./origin.ts";
import type { JsonMap, JsonValue } from "./scan.ts";
import { headOf, shaped } from "./shapes.ts";
import { readStep } from "./step.ts";
import { readProse, readRemark, readRemarks, readVerbatim } from "./texts.ts";

/** Reads an object with `goal` and `steps`, alone in its file or with prose around it. */
export function parseJson(files: FileSet): Parsed {
  const source = files.files[0] ?? { path: files.root, text: "" };
  const reading = new Reading({ file: source.path, start: 0, end: 0 });
  const plan = newPlan("json", files.root);
  const found = findPlan(source);
  for (const diagnostic of found?.diagnostics ?? []) reading.diagnostics.push(diagnostic);
  if (found?.map) readPlan(reading, found.map, plan);
  else reading.partlyRead.add(source.path);
  if (!found) {
    const help = "write an object with `goal` and `steps`, its `{` at the start of a line";
    reading.report(faults.missingField, reading.positions.at(""), "there is no plan in this text", { help });
  }
  plan.id = slugOf(plan.title);
  return reading.finish(plan, [source]);
}

function readPlan(reading: Reading, map: JsonMap, plan: Plan): void {
  reading.positions.set("", headOf(map));
  const { own, extra } = levelsOf(reading, map.fields, ownFields, extraFields);
  readFields(reading, own, ownFields, plan);
  plan.title = firstLineAsTitle(plan.what);
  if (reading.positions.has("/what")) reading.positions.set("/title", reading.positions.at("/what"));
  readFields(reading, extra, extraFields, plan);
  const has = (wanted: string): boolean => own.some(({ name }) => name === wanted);
  if (!has("goal"))
    reading.report(faults.missingField, headOf(map), "the plan has no `goal`", {
      help: 'say what it achieves: `"goal": "…"`',
    });
  if (has("steps")) return;
  reading.partlyRead.add(map.span.file);
  reading.report(faults.missingField, headOf(map), "the plan has no `steps`", {
    help: 'list them: `"steps": [{ "action": "…" }]`',
  });
}

const ownFields = shaped<Plan>(
  {
    goal: (reading, field, plan) => {
      put(plan, "what", readProse(reading, field, "/what"));
      if (plan.what.trim() === "")
        reading.report(faults.wrongValue, field.key, "`goal` is empty", { help: "say what the plan achieves" });
    },
    steps: readSteps,
    estimated_total_time: (reading, field, plan) =>
      put(plan, "estimatedTotalTime", readRemark(reading, field, "/estimatedTotalTime")),
    risks: (reading, field, plan) => put(plan, "risks", readRemarks(reading, field, "/risks")),
    prerequisites: (reading, field, plan) => put(plan, "prerequisites", readRemarks(reading, field, "/prerequisites")),
  } satisfies FieldTable<Plan>,
  { steps: "any", risks: "list", prerequisites: "list" },
);

const extraFields = shaped<Plan>(
  {
    title: (reading, field, plan) => put(plan, "title", readVerbatim(reading, field, "/title")),
    what: (reading, field, plan) => put(plan, "what", readProse(reading, field, "/what")),
    architecture: (reading, field, plan) => put(plan, "architecture", readProse(reading, field, "/architecture")),
    how: (reading, field, plan) => put(plan, "how", readProse(reading, field, "/how")),
    ...planFields,
    origin: checkOrigin,
  } satisfies FieldTable<Plan>,
  { protected_areas: "any", origin: "any" },
);

function readSteps(reading: Reading, field: Field, plan: Plan): void {
  const value = field.value as JsonValue;
  reading.positions.set("/steps", headOf(value));
  if (value.type !== "list") {
    reading.partlyRead.add(value.span.file);
    reading.report(faults.wrongValue, headOf(value), "`steps` must be a list", {
      help: 'write `"steps": [{ "action": "…" }]`',
    });
    return;
  }
  let number = 0;
  for (const item of value.items) {
    number++;
    if (item.type !== "map") reportNoStep(reading, item);
    else {
      const step = readStep(reading, item, plan.steps.length, number);
      plan.steps.push(step);
      number = step.number;
    }
  }
}

/** What it says, or would have said, is unknown to whoever counts the steps. */
function reportNoStep(reading: Reading, item: JsonValue): void {
  reading.partlyRead.add(item.span.file);
  const help = item.type === "text" ? 'write `{ "action": "…" }`' : "take it out of its list";
  reading.report(faults.wrongValue, headOf(item), "a step must be an object", { help });
}
