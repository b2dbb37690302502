import type { TextEdit } from "../../diagnostics/text-edit.ts";
import { formatBudget } from "../../plan/budget.ts";
import type { Change, Parsed, PlanEdit } from "../../ports/dialect.ts";
import { unreachable } from "../../std/unreachable.ts";
import { EditError } from "../reading/checked-edit.ts";
import { insertAt, needsWithPublish, replaceSpan, sourceOf, stepIndex } from "../reading/edit-tools.ts";
import { asOneLine } from "../reading/escapes.ts";
import { findPlan } from "./find-plan.ts";
import { addition, layoutOf, objectText, type Values } from "./object-style.ts";
import type { JsonMap, JsonValue } from "./scan.ts";

/** Changes to a JSON plan: a value is replaced, or a member is added in the style of its object. */
export function editJson(parsed: Parsed, edit: PlanEdit): Change {
  return { edits: textEdits(parsed, edit), renames: [] };
}

function textEdits(parsed: Parsed, edit: PlanEdit): TextEdit[] {
  switch (edit.type) {
    case "plan-status":
      return setExtra(parsed, "", { status: edit.status });
    case "step-status": {
      const result = asOneLine(edit.result ?? "");
      return setExtra(parsed, stepPointer(parsed, edit.step), {
        status: edit.status,
        ...(result !== "" && { result }),
      });
    }
    case "fail-count":
      return setExtra(parsed, stepPointer(parsed, edit.step), { fail_count: edit.count });
    case "publish":
      return setExtra(parsed, stepPointer(parsed, edit.step), { needs: needsWithPublish(parsed.plan, edit.step) });
    case "how":
      return setExtra(parsed, stepPointer(parsed, edit.step), { how: edit.how });
    case "decision": {
      const { architecture } = parsed.plan;
      return setExtra(parsed, "", { architecture: architecture ? `${architecture}\n\n${edit.text}` : edit.text });
    }
    case "budget":
      return setExtra(parsed, "", { budget: formatBudget(edit.budget) });
    case "expand":
      throw new EditError("a plan in JSON cannot take in the steps of a template; write them yourself");
    default:
      return unreachable(edit);
  }
}

const stepPointer = (parsed: Parsed, id: string): string => `/steps/${stepIndex(parsed, id)}`;

/** Sets fields under the `planwright` of the plan or of a step. */
function setExtra(parsed: Parsed, pointer: string, values: Values): TextEdit[] {
  const { file, start } = parsed.at(pointer);
  const source = sourceOf(parsed, file);
  const owner = mapAt(findPlan(source)?.map ?? null, start);
  if (!owner) throw new EditError("there is no plan in this text to change");
  const extra = memberOf(owner, "planwright");
  if (!extra) return [addMembers(parsed, owner, { planwright: values })];
  if (extra.type === "map") return setMembers(parsed, extra, values);
  if (extra.type === "text" && extra.isNull)
    return [replaceSpan(parsed, extra.token, objectText(values, layoutOf(source.text, owner)))];
  throw new EditError("`planwright` is no object, so that nothing can be written there");
}

/** The object that opens there. */
function mapAt(value: JsonValue | null, start: number): JsonMap | null {
  for (let current = value; current; current = childAround(current, start))
    if (current.type === "map" && current.span.start === start) return current;
  return null;
}

function childAround(value: JsonValue, at: number): JsonValue | null {
  if (value.type === "text") return null;
  const children = value.type === "list" ? value.items : value.members.map((member) => member.value);
  return children.find(({ span }) => span.start <= at && at < span.end) ?? null;
}

const memberOf = (map: JsonMap, name: string): JsonValue | undefined =>
  map.members.find((member) => member.name === name)?.value;

/** What is there is replaced; all that is not there yet is added in one go. */
function setMembers(parsed: Parsed, map: JsonMap, values: Values): TextEdit[] {
  const edits: TextEdit[] = [];
  const missing: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const member = memberOf(map, name);
    if (!member) missing[name] = value;
    else edits.push(replaceSpan(parsed, member.type === "text" ? member.token : member.span, JSON.stringify(value)));
  }
  return Object.keys(missing).length === 0 ? edits : [...edits, addMembers(parsed, map, missing)];
}

function addMembers(parsed: Parsed, map: JsonMap, values: Values): TextEdit {
  const { file } = map.span;
  const { text, at } = addition(sourceOf(parsed, file).text, map, values);
  return insertAt(parsed, file, at, text);
}
