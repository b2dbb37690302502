import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { allowedSignersLine, openSigner } from "../../src/receipts/signing-key.ts";
import type { RunEvent } from "../../src/record/run-event.ts";
import { openStore } from "../../src/store/open-store.ts";
import { write } from "../a-checkout.ts";
import { planWith, type StepText } from "./a-hosted-run.ts";
import { type APerson, aPerson } from "./a-person.ts";

/** Writes the word that its task names into a file of that name. */
export const WRITER = `word=$(grep -oE "Write [a-z]+" | head -1 | cut -d" " -f2)
echo "$word" > "$word.txt"
echo "Wrote $word."
`;
export const writes = (word: string, more = ""): StepText => ({
  task: `Write ${word}.`,
  contract: `grep -q ${word} ${word}.txt`,
  more,
});
export const IMPOSSIBLE: StepText = {
  task: "Write two.",
  contract: "grep -q 2 two.txt",
  more: "**on_fail:** escalate",
};

export const THIRD = `
### 3. Third

**task:**
Write three.

**contract:**
\`\`\`shell
grep -q three three.txt
\`\`\`
exit_code == 0
`;

export const mended = (text: string): string => text.replace("grep -q 2 two.txt", "grep -q two two.txt");

type Person = Awaited<ReturnType<typeof aPerson>>;

/** The first step is accepted; the second cannot be, and waits for a person. */
export async function aWaitingRun(steps = [writes("one"), IMPOSSIBLE]): Promise<Person> {
  const person = await aPerson({ files: { "plan.md": planWith(steps) }, command: WRITER });
  expect((await person.run("plan.md")).status).toBe(3);
  return person;
}

/** The same, moved to draft by the answer. */
export async function aDraft(): Promise<Person> {
  const person = await aWaitingRun();
  expect((await person.told("answer", "words", "revise")).status).toBe(0);
  return person;
}

export async function events({ url }: APerson): Promise<RunEvent[]> {
  const store = await openStore(url);
  try {
    const [newest] = await store.runs.list({});
    return await store.journal.read(newest?.id ?? "", 0);
  } finally {
    await store.close();
  }
}

export const subjects = ({ git }: APerson): string[] =>
  git("log", "--format=%s", "--reverse", "main..plan/words").split("\n");

/** The whole branch is proven: every receipt, every approval, and that no finished step was changed. */
export async function expectSound({ told, place }: APerson): Promise<void> {
  write(place, { signers: allowedSignersLine(openSigner(join(place, "home", "keys"))) });
  expect(await told("audit", "plan/words", "--signers", "../signers")).toMatchObject({ status: 0 });
}

export const change = ({ top }: APerson, edit: (text: string) => string, name = "plan-words.md"): void => {
  const path = join(top, name);
  writeFileSync(path, edit(readFileSync(path, "utf8")));
};
