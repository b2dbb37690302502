import { join } from "node:path";
import type { Compiled } from "../../chat/commit-plans.ts";
import type { PlanFile } from "../../chat/plan-files.ts";
import { type Diagnostic, inOrder } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { thread } from "../../dialects/thread/dialect.ts";
import { verify } from "../../verifier/verify.ts";
import { repositoryOf } from "../opening/repository-paths.ts";
import { machineAt } from "./machine.ts";
import { sourceOf } from "./read-source.ts";

/**
 * Verifies what an agent wrote into a plan directory, as it was read: the disk is not asked again, so nobody can change it
 * meanwhile. The plan is for the repository that `workplace` lies in.
 */
export function verifyThread(folder: string, files: readonly PlanFile[], workplace: string): Compiled {
  const diagnostics: Diagnostic[] = [];
  const sources = new Map<string, SourceFile>();
  for (const { path, bytes } of files.filter((each) => isOfPlan(each.path))) {
    const place = join(folder, nameOf(path));
    // What is no text comes along by its name alone, so that it is not skipped in silence.
    const { source, diagnostics: faults } = isText(path) ? sourceOf(place, bytes) : nameOnly(place);
    sources.set(place, source);
    diagnostics.push(...faults);
  }
  const parsed = thread.parse({ root: folder, files: [...sources.values()] });
  diagnostics.push(...verify(parsed, machineAt(folder, repositoryOf(workplace))));
  return { diagnostics: inOrder(diagnostics), sources: [...sources.values()] };
}

/** As `planwright verify` reads such a folder: Markdown beside `plan.md`, and everything in `tasks/`. */
const isOfPlan = (path: string): boolean => path.startsWith("tasks/") || (!path.includes("/") && isMarkdown(path));

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** A folder in `tasks/` holds no tasks; its name says enough. */
const nameOf = (path: string): string => path.split("/").slice(0, 2).join("/");

const isText = (path: string): boolean => isMarkdown(path) && path === nameOf(path);

const nameOnly = (path: string) => ({ source: { path, text: "" }, diagnostics: [] });
