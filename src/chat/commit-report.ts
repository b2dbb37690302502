import { renderUnix } from "../diagnostics/unix.ts";
import type { Committing } from "../ports/plan-desk.ts";
import { visibleText } from "../std/visible-text.ts";

/** Everything that a commit has found, a line each and below it what would help; nothing where there is nothing to say. */
export function reportOf({ ok, problems, diagnostics, sources }: Committing): string {
  const lines = [
    ...problems.map((problem) => `error: ${visibleText(problem)}\n`),
    ...diagnostics.map((diagnostic) => {
      const help = diagnostic.help === undefined ? "" : `  help: ${visibleText(diagnostic.help)}\n`;
      return `${renderUnix([diagnostic], sources)}${help}`;
    }),
  ];
  if (ok) return lines.join("");
  const errors = problems.length + diagnostics.filter(({ severity }) => severity === "error").length;
  return `${lines.join("")}agentctl: nothing was committed: ${errors} ${errors === 1 ? "error" : "errors"}\n`;
}
