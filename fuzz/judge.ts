import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import type { SourceFile } from "../src/diagnostics/span.ts";
import { dialects } from "../src/dialects/dialects.ts";
import { EditError } from "../src/dialects/reading/checked-edit.ts";
import { PrintError } from "../src/dialects/writing/checked-print.ts";
import type { Dialect, FileSet, Parsed } from "../src/ports/dialect.ts";
import { aWorld } from "../src/verifier/rules/a-world.testkit.ts";
import { verify } from "../src/verifier/verify.ts";
import type { Chance } from "./random.ts";

/** Does with an input whatever Planwright does with plans, and throws when something is not as it must be. */
export function judge(chance: Chance, input: FileSet): void {
  const detected = dialects.find((dialect) => dialect.detect(input));
  for (const dialect of detected ? [detected] : dialects) {
    const parsed = dialect.parse(input);
    const diagnostics = verify(parsed, world);
    for (const diagnostic of diagnostics) expectInside(diagnostic, input.files);
    useIt(chance, dialect, parsed);
  }
}

const world = aWorld({ exists: (path) => !path.includes("2"), mentions: () => false });

function expectInside({ code, span, fix }: Diagnostic, files: readonly SourceFile[]): void {
  for (const { file, start, end } of [span, ...(fix?.edits ?? [])]) {
    const source = files.find((each) => each.path === file);
    // A file that should be there and is not has only one place.
    const length = source?.text.length ?? 0;
    if (!(0 <= start && start <= end && end <= length))
      throw new Error(`${code} points at ${file}:${start}–${end} of ${length}`);
  }
}

/** An edit and a print of what could be read; both may refuse, but only in their own words. */
function useIt(chance: Chance, dialect: Dialect, parsed: Parsed): void {
  const step = parsed.plan.steps[chance.under(Math.max(parsed.plan.steps.length, 1))];
  if (step && chance.onceIn(4)) {
    refusing(EditError, () =>
      dialect.edit(parsed, { type: "step-status", step: step.id, status: "done", result: "It works" }),
    );
    refusing(EditError, () => dialect.edit(parsed, { type: "how", step: step.id, how: "First this.\n\nThen that." }));
  }
  if (chance.onceIn(4)) refusing(PrintError, () => chance.pick(dialects).print(parsed.plan));
}

function refusing(refusal: new (message: string) => Error, act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
  }
}
