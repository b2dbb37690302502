import type { Plan } from "../../plan/model.ts";
import type { Parsed } from "../../ports/dialect.ts";

/** A value that a machine reads to the letter: a command it runs, a path it opens, a name it looks up. */
export type ExactText = { pointer: string; text: string; kind: "command" | "path" | "name"; step: number | null };

export function exactTexts(plan: Plan): ExactText[] {
  const texts: ExactText[] = [];
  const add = (kind: ExactText["kind"], step: number | null, pointer: string, text: string | undefined): void => {
    if (text !== undefined) texts.push({ pointer, text, kind, step });
  };
  for (const [area, { paths }] of plan.protectedAreas.entries()) {
    for (const [at, path] of paths.entries()) add("path", null, `/protectedAreas/${area}/paths/${at}`, path);
  }
  for (const [index, step] of plan.steps.entries()) {
    const own = `/steps/${index}`;
    for (const field of ["id", "target", "agent", "track"] as const) add("name", index, `${own}/${field}`, step[field]);
    for (const field of ["dependsOn", "toolsNeeded"] as const) {
      for (const [at, name] of step[field].entries()) add("name", index, `${own}/${field}/${at}`, name);
    }
    for (const [at, { kind, name }] of step.subscriptions.entries()) {
      add(kind === "file" ? "path" : "name", index, `${own}/subscriptions/${at}/name`, name);
    }
    for (const list of ["change", "add", "delete", "mustNotTouch"] as const) {
      for (const [at, { path }] of step.files[list].entries())
        add("path", index, `${own}/files/${list}/${at}/path`, path);
    }
    for (const [at, { command }] of step.contracts.entries()) {
      add("command", index, `${own}/contracts/${at}/command`, command);
    }
  }
  return texts;
}

/** Values that hold more than ASCII; most plans have none, and are not searched for any. */
export function exactTextsBeyondAscii({ plan, sources }: Parsed): ExactText[] {
  const mayHoldMore =
    sources.length === 0 || sources.some(({ text }) => BEYOND_ASCII.test(text)) || hasEscapes({ sources });
  return mayHoldMore ? exactTexts(plan).filter(({ text }) => BEYOND_ASCII.test(text)) : [];
}

const BEYOND_ASCII = /[^\t\n\r -~]/;

/** Whether a file has what YAML and JSON write for a character that cannot be typed or seen. */
export const hasEscapes = ({ sources }: Pick<Parsed, "sources">): boolean =>
  sources.some(({ text }) => /\\[uUxN_LPeabvf0]/.test(text));
