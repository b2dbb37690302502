import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { DialectId } from "../../plan/words.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { onlyLints } from "../../shell/contract-purpose.ts";
import type { ContractSite, Rule } from "./rule.ts";

export const undeclaredGuard: Rule = {
  code: "PW311",
  name: "undeclared-guard",
  severity: "warning",
  summary: "A contract only lints, formats or checks types, and does not say that it guards.",
  why: "Such a check is green before the work as well as after it, so it can guard a step and never prove it; whoever reads the plan should see which is meant.",
  check({ parsed, contracts, report }) {
    const { steps, source } = parsed.plan;
    for (const site of contracts) {
      const step = steps[site.step];
      const contract = step?.contracts[Number(site.pointer.split("/").at(-1))];
      const isOpen = step?.status !== "done" && contract?.kind === undefined && site.script.faults.length === 0;
      if (!isOpen || !onlyLints(site.command)) continue;
      const [line = ""] = site.command.split("\n");
      const fix = fixOf(parsed, site, source.dialect);
      report(site.at(0, line.trimEnd().length), "this only lints, formats or checks types, so it guards the step", {
        help: `${HOW[source.dialect]}, or \`proves\` where it fails today`,
        ...(fix && { fix }),
      });
    }
  },
};

const HOW: Readonly<Record<DialectId, string>> = {
  steps: "say so with `**contract:** guards`",
  branch: "say so with a line `Kind: guards` beside `Command:`",
  thread: "say so with `kind: guards` in the task's frontmatter",
  json: 'say so with `"kind": "guards"` in the contract under `planwright`',
};

/** Where the word goes. JSON is laid out in too many ways for that. */
function fixOf(parsed: Parsed, { step, pointer }: ContractSite, dialect: DialectId): Fix | null {
  const edit = (file: string, at: number, text: string): Fix => ({
    title: "declare that the contract guards",
    edits: [{ file, start: at, end: at, text }],
  });
  const place = parsed.at(dialect === "thread" ? `/steps/${step}/@frontmatter` : pointer);
  const text = parsed.sources.find(({ path }) => path === place.file)?.text ?? "";
  const ending = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const lineStart = Math.max(text.lastIndexOf("\n", place.start - 1), text.lastIndexOf("\r", place.start - 1)) + 1;
  switch (dialect) {
    case "steps": {
      const label = /^[^\r\n]*?:\*\*(?=[ \t]*(?:\r|\n|$))/.exec(text.slice(place.start, place.start + 200))?.[0];
      return label === undefined ? null : edit(place.file, place.start + label.length, " guards");
    }
    case "branch": {
      const mark = text.slice(lineStart, place.start);
      return /^(?:[-*] )?$/.test(mark) ? edit(place.file, lineStart, `${mark}Kind: guards${ending}`) : null;
    }
    case "thread":
      return place.start < 0 ? null : edit(place.file, place.start, `kind: guards${ending}`);
    case "json":
      return null;
  }
}
