import type { Diagnostic } from "../src/diagnostics/diagnostic.ts";
import type { SourceFile } from "../src/diagnostics/span.ts";
import { dialects } from "../src/dialects/dialects.ts";
import { EditError } from "../src/dialects/reading/checked-edit.ts";
import { PrintError } from "../src/dialects/writing/checked-print.ts";
import type { Dialect, FileSet, Parsed } from "../src/ports/dialect.ts";
import { aWorld } from "../src/verifier/rules/a-world.testkit.ts";
import { verify } from "../src/verifier/verify.ts";
import type { Chance } from "./random.ts";

type Reading = { dialect: Dialect; parsed: Parsed };

/** Verifies an input, in every dialect if none recognises it, and throws when a diagnostic is not as it must be. */
export function judge(input: FileSet): Reading[] {
  const detected = dialects.find((dialect) => dialect.detect(input));
  return (detected ? [detected] : dialects).map((dialect) => {
    const parsed = dialect.parse(input);
    for (const diagnostic of verify(parsed, world)) expectInside(diagnostic, input.files);
    return { dialect, parsed };
  });
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
export function use(chance: Chance, { dialect, parsed }: Reading): void {
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
