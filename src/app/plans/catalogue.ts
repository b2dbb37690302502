import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../diagnostics/diagnostic.ts";
import { faults } from "../../dialects/reading/faults.ts";
import { nearest } from "../../std/nearest.ts";
import { packageRoot } from "../../std/package-root.ts";
import { rules } from "../../verifier/rules.ts";

/** Every diagnostic there is, by code. */
export const catalogue: readonly Kind[] = [...Object.values(faults), ...rules].sort((a, b) =>
  a.code < b.code ? -1 : 1,
);

/** The page about a diagnostic, by its code or its name; null for one that does not exist. */
export function explain(wanted: string): string | null {
  const name = wanted.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const kind = catalogue.find((each) => each.code.toLowerCase() === name || each.name === name);
  return kind ? readFileSync(join(packageRoot(), "docs", "rules", `${kind.code}.md`), "utf8") : null;
}

/** The name that somebody may have meant. A code is near to many others, and means none of them. */
export const nearestDiagnostic = (wanted: string): string | null =>
  nearest(
    wanted,
    catalogue.map(({ name }) => name),
  );
