import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { machineAt } from "../src/app/plans/machine.ts";
import { openPlan } from "../src/app/plans/open-plan.ts";
import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import { inOrder } from "../src/diagnostics/diagnostic.ts";
import { lineIndexOf } from "../src/diagnostics/line-index.ts";
import { aWorld } from "../src/verifier/rules/a-world.testkit.ts";
import { verify } from "../src/verifier/verify.ts";

/** `file:line CODE`, as a fixture marks it and as the verifier reports it. */
export type Finding = string;

const MARK = /[ \t]+\{(PW\d{3})\}(?=[ \t]*(?:\{PW\d{3}\}[ \t]*)*\r?(?:\n|$))/g;

/**
 * A fixture announces its own faults: a line that ends in `{PW302}` must raise PW302 there. The marks are taken out
 * before the plan is verified. Files are handled as bytes (latin1), so that a fixture may hold any.
 */
export function runFixture(path: string): { marked: Finding[]; found: Finding[]; diagnostics: Diagnostic[] } {
  const folder = mkdtempSync(join(tmpdir(), "planwright-fixture-"));
  try {
    const root = join(folder, relative(join(path, ".."), path));
    cpSync(path, root, { recursive: true });
    const marked = filesBelow(root).flatMap((file) => takeMarks(folder, file));
    makeLinks(root);
    const { diagnostics, texts } = verifyWithin(root);
    const found = diagnostics.map(({ code, span }) => {
      const text = texts.get(span.file) ?? "";
      return `${relative(folder, span.file)}:${lineIndexOf({ path: span.file, text }).positionAt(span.start).line} ${code}`;
    });
    return { marked: marked.sort(), found: found.sort(), diagnostics };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A world in which everything is there, except what has `missing` in its name. Names say what else is special: a path
 * with `linked-out` leaves the repository, one with `huge` is a large file, a role with `small` has a small window.
 */
const fixtureWorld = aWorld({
  exists: (path) => !path.includes("missing"),
  sizeOf: (path) => (path.includes("missing") ? null : path.includes("huge") ? 1_000_000 : 1000),
  leadsOutside: (path) => path.includes("linked-out"),
  mentions: (word) => !word.toLowerCase().includes("missing"),
  which: (tool) => (tool.includes("missing") ? null : `/usr/bin/${tool}`),
  bashSyntax: machineAt(".").bashSyntax,
  roles: ["developer", "coder", "backend", "frontend", "devops", "tester", "reviewer", "planner", "small-reader"],
  topics: ["releases"],
  contextWindow: (role) => (role.includes("small") ? 1000 : 200_000),
});

function verifyWithin(root: string): { diagnostics: Diagnostic[]; texts: Map<string, string> } {
  const opened = openPlan(root);
  const texts = new Map(opened.files.files.map(({ path, text }) => [path, text]));
  const checked = opened.dialect ? verify(opened.dialect.parse(opened.files), fixtureWorld) : [];
  return { diagnostics: inOrder([...opened.diagnostics, ...checked]), texts };
}

function takeMarks(folder: string, file: string): Finding[] {
  const lines = readFileSync(file, "latin1").split("\n");
  const marks = lines.flatMap((line, index) =>
    [...line.matchAll(MARK)].map(([, code]) => `${relative(folder, file).replace(LINK, "")}:${index + 1} ${code}`),
  );
  writeFileSync(file, withoutMarks(lines.join("\n")), "latin1");
  return marks;
}

const LINK = /\.link$/;

/** A fixture file called `task-02.md.link` stands for a symbolic link `task-02.md`; its text is where that leads. */
export function makeLinks(root: string): void {
  for (const file of filesBelow(root).filter((path) => LINK.test(path))) {
    symlinkSync(readFileSync(file, "utf8").trim(), file.replace(LINK, ""));
    rmSync(file);
  }
}

export const withoutMarks = (text: string): string => text.replaceAll(MARK, "");

/** Every file, symbolic links left out. */
export function filesBelow(path: string): string[] {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}
