import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { placesIn } from "../../diagnostics/place.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { dialects } from "../../dialects/dialects.ts";
import type { Origin } from "../../dialects/json/origin.ts";
import { writeJson } from "../../dialects/json/print.ts";
import { commentsIn } from "../../dialects/reading/comments.ts";
import { faults } from "../../dialects/reading/faults.ts";
import { PrintError } from "../../dialects/writing/checked-print.ts";
import type { DialectId } from "../../plan/words.ts";
import type { Dialect, Loss, Parsed, Printed } from "../../ports/dialect.ts";
import { createFile, createFolder, ExistsError } from "../../std/create-atomically.ts";
import { Refused } from "../../std/refusal.ts";
import { withFile } from "../opening/file-access.ts";
import { openPlan } from "./open-plan.ts";
import { freshOrigin } from "./origin.ts";

/** A plan in another dialect; or why there is none: it could not be read, or the other dialect cannot say it. */
export type Conversion =
  | { status: "converted"; form: Dialect["form"]; steps: number; files: SourceFile[]; lost: Loss[] }
  | { status: "unreadable"; diagnostics: Diagnostic[]; sources: readonly SourceFile[] }
  | { status: "unwritable"; reason: string };

/**
 * Writes the plan at `path` in another dialect. Into JSON goes the original text as well, so that the way back is exact;
 * what any other dialect cannot hold is listed. Throws `Refused` for a path that cannot be read.
 */
export function convertPlan(path: string, to: DialectId): Conversion {
  const opened = openPlan(path);
  const parsed = opened.dialect?.parse(opened.files);
  const diagnostics = [...opened.diagnostics, ...(parsed?.diagnostics ?? [])];
  const errors = diagnostics.filter((each) => each.severity === "error");
  if (!parsed || errors.length > 0) return { status: "unreadable", diagnostics: errors, sources: opened.files.files };
  const target = dialectOf(to);
  try {
    const { files, lost } = printed(parsed, target);
    return { status: "converted", form: target.form, steps: parsed.plan.steps.length, files, lost };
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    return { status: "unwritable", reason: error.message };
  }
}

/** Puts a converted plan where nothing is yet, whole or not at all. Stops when the signal says so. */
export async function writeConversion(
  { form, files }: Conversion & { status: "converted" },
  out: string,
  signal?: AbortSignal,
): Promise<void> {
  if (out === "") throw new Refused("bad-path", "an empty path names no place to write to");
  const folder = dirname(out);
  if (!existsSync(folder)) throw new Refused("bad-file", `${folder}: there is no such folder to write into`);
  try {
    if (form === "folder") await createFolder(out, files, signal);
    else createFile(out, files[0]?.text ?? "");
  } catch (error) {
    if (!(error instanceof ExistsError)) withFile(out, () => rethrow(error));
    throw new Refused("exists", `${out}: there is something already; convert writes only where nothing is`, {
      cause: error,
    });
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function dialectOf(id: DialectId): Dialect {
  const dialect = dialects.find((each) => each.id === id);
  if (!dialect) throw new Refused("no-dialect", `there is no dialect ${id}`);
  return dialect;
}

function printed(parsed: Parsed, target: Dialect): Printed {
  const own: Origin = { dialect: parsed.plan.source.dialect, files: relativeFiles(parsed) };
  if (own.dialect === target.id) return { files: own.files, lost: [] };
  const origin = freshOrigin(parsed);
  if (origin?.dialect === target.id) return { files: origin.files, lost: [] };
  const { files, lost } = target.print(parsed.plan);
  if (target.id === "json") return { files: writeJson(parsed.plan, own), lost };
  return { files, lost: [...lost, ...lostWithText(parsed, files)] };
}

/** A plan's files as they would be called in any other place. */
function relativeFiles({ plan, sources }: Parsed): SourceFile[] {
  const { dialect, path } = plan.source;
  const nameOf = (file: string): string => {
    if (dialect === "json") return "plan.json";
    return dialect === "steps" ? "plan.md" : relative(path, file).replaceAll("\\", "/");
  };
  return sources.map((source) => ({ path: nameOf(source.path), text: source.text }));
}

/** What the author wrote beside the fields: no model holds it, so no other dialect does. */
function lostWithText({ sources, diagnostics }: Parsed, files: readonly SourceFile[]): Loss[] {
  const placeOf = placesIn(sources);
  const strays = diagnostics.filter(({ code }) => code === faults.strayText.code);
  const lines = strays.map(({ span }) => `${placeOf(span).file}:${placeOf(span).line}`);
  const count = (all: readonly SourceFile[]): number => all.reduce((sum, file) => sum + commentsIn(file), 0);
  const comments = count(sources) - count(files);
  return [
    ...(lines.length > 0 ? [{ field: "text", told: `belongs to no field: ${lines.join(", ")}`, steps: [] }] : []),
    ...(comments > 0 ? [{ field: "comments", told: `${comments} of them`, steps: [] }] : []),
  ];
}
