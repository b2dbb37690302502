import { type Located, locatedYaml, ScriptError } from "./located-yaml.ts";
import { fieldsOf, readItem, type ScriptItem } from "./script-item.ts";

/** What a scripted agent does, by the number of the step. */
export type Script = ReadonlyMap<number, readonly ScriptedAttempt[]>;

/** From this attempt on, until the next one that is listed. The first is always listed. */
export type ScriptedAttempt = { attempt: number; items: readonly ScriptItem[] };

export type ScriptReading = { ok: true; script: Script } | { ok: false; line: number; problem: string };

/** Reads a script as `docs/agents.md` describes it, and nothing else. */
export function parseScript(text: string): ScriptReading {
  try {
    const steps = fieldsOf(locatedYaml(text), ["steps"]).get("steps");
    if (steps?.kind !== "map") throw new ScriptError(steps?.line ?? 1, "`steps` is a map from step numbers to items");
    const script = new Map<number, ScriptedAttempt[]>();
    for (const { key, line, value } of steps.entries) {
      const number = stepNumber(key, line);
      if (script.has(number)) throw new ScriptError(line, `step ${number} is there twice`);
      script.set(number, attemptsIn(value));
    }
    return { ok: true, script };
  } catch (error) {
    if (error instanceof ScriptError) return { ok: false, line: error.line, problem: error.message };
    throw error;
  }
}

/** What is played in this leg of an attempt: after each question that was answered, what follows it. */
export function itemsFor(attempts: readonly ScriptedAttempt[], attempt: number, leg: number): readonly ScriptItem[] {
  const items = attempts.findLast((listed) => listed.attempt <= attempt)?.items ?? [];
  let answered = leg - 1;
  return items.filter((item) => {
    const isLeft = answered <= 0;
    if (item.do === "ask") answered--;
    return isLeft;
  });
}

/** In quotes too, since JSON has no other keys. */
function stepNumber(key: unknown, line: number): number {
  if (/^\d+$/.test(String(key))) return Number(key);
  throw new ScriptError(line, "the keys of `steps` are step numbers");
}

/** One list of items for every attempt, or a list for each, or attempts by number. */
function attemptsIn(value: Located): ScriptedAttempt[] {
  const list = listOf(value, "a step is a list of items");
  if (list.some((item) => item.kind === "list")) {
    return list.map((each, index) => ({ attempt: index + 1, items: itemsIn(each) }));
  }
  if (!list.some(isAttempt)) return [{ attempt: 1, items: itemsIn(value) }];
  const attempts = list.map(numberedAttempt);
  for (const [index, { attempt, line }] of attempts.entries()) {
    const before = attempts[index - 1]?.attempt ?? 0;
    if (index === 0 && attempt !== 1) throw new ScriptError(line, "the first attempt listed is number 1");
    if (attempt <= before) throw new ScriptError(line, `attempt ${attempt} comes after attempt ${before}`);
  }
  return attempts.map(({ attempt, items }) => ({ attempt, items }));
}

const isAttempt = (value: Located): boolean =>
  value.kind === "map" && value.entries.some(({ key }) => key === "attempt" || key === "do");

function numberedAttempt(value: Located): ScriptedAttempt & { line: number } {
  const fields = fieldsOf(value, ["attempt", "do"]);
  const [number, items] = [fields.get("attempt"), fields.get("do")];
  const attempt = number?.kind === "scalar" ? number.value : null;
  if (typeof attempt !== "number" || !Number.isInteger(attempt)) {
    throw new ScriptError(number?.line ?? value.line, "`attempt` is a number");
  }
  if (!items) throw new ScriptError(value.line, "`do` is missing");
  return { attempt, line: value.line, items: itemsIn(items) };
}

const itemsIn = (value: Located): ScriptItem[] => listOf(value, "here stands a list of items").map(readItem);

function listOf(value: Located, otherwise: string): Located[] {
  if (value.kind === "list") return value.items;
  throw new ScriptError(value.line, otherwise);
}
