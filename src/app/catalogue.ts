import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../diagnostics/diagnostic.ts";
import { faults } from "../dialects/reading/faults.ts";
import { packageRoot } from "../std/package-root.ts";
import { rules } from "../verifier/rules.ts";

/** Every diagnostic there is, by code. */
export const catalogue: readonly Kind[] = [...Object.values(faults), ...rules].sort((a, b) =>
  a.code < b.code ? -1 : 1,
);

/** The page about a code, or null for a code that does not exist. */
export function explain(code: string): string | null {
  const kind = catalogue.find((each) => each.code === code.toUpperCase());
  return kind ? readFileSync(join(packageRoot(), "docs", "rules", `${kind.code}.md`), "utf8") : null;
}
