import { expect, test } from "vitest";
import { planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { change, events, expectSound, IMPOSSIBLE, subjects, WRITER, writes } from "./a-run-to-revise.ts";

/** Where a step's id is its number, a new step above it moves it on; what is known of it goes with it. */

const NEW_SECOND = `### 2. Before that

**task:**
Write three.

**contract:**
\`\`\`shell
grep -q three three.txt
\`\`\`
exit_code == 0

### 3. Step 2
`;

/** Says of each word whether the worker was told of an attempt that had failed. */
const TELLING = `told=$(cat)
case "$told" in *"grep -q 2 two.txt"*) echo told;; *) echo untold;; esac > tale
${WRITER.replace("grep -oE", 'echo "$told" | grep -oE')}cat tale >> "$word.txt"; rm tale
`;

test("a step with another number takes along what its worker has to know, and leaves nothing to the new one", async () => {
  const person = await aPerson({ files: { "plan.md": planWith([writes("one"), IMPOSSIBLE]) }, command: TELLING });
  expect((await person.run("plan.md")).status).toBe(3);
  const mended = (text: string) => text.replace("grep -q 2 two.txt", "grep -q two two.txt");
  change(person, (text) => mended(text).replace("### 2. Step 2\n", NEW_SECOND), "plan.md");
  const revised = await person.told("revise", "words", "plan.md", "--yes");
  expect(revised).toMatchObject({ status: 0, stderr: expect.stringContaining("1 step has another number") });
  const said = person.git("log", "--reverse", "--format=%b", "main..plan/words").split("\n");
  expect(said.filter((line) => line.startsWith("> Wrote"))).toEqual([
    ...["> Wrote one.", "> Wrote three.", "> Wrote two."],
  ]);
  expect(person.git("show", "plan/words:three.txt")).toBe("three\nuntold");
  expect(person.git("show", "plan/words:two.txt")).toBe("two\ntold");
  expect((await events(person)).find(({ type }) => type === "revised")).toMatchObject({
    kept: [
      { from: "1", to: "1" },
      { from: "2", to: "3" },
    ],
  });
  await expectSound(person);
});

test("a step can be undone in a plan that has lost one that was begun", async () => {
  const second = { ...writes("two", "**depends_on:** 3"), heading: "2. Step 2" };
  const person = await aPerson({
    files: { "plan.md": planWith([writes("one"), second, IMPOSSIBLE]) },
    command: WRITER,
  });
  expect((await person.run("plan.md")).status).toBe(3);
  const without = (text: string) => text.slice(0, text.indexOf("### 3.")).replace("**depends_on:** 3", "");
  change(person, without, "plan.md");
  expect(await person.told("revise", "words", "plan.md", "--yes")).toMatchObject({ status: 0 });
  expect(await person.told("undo", "2", "words")).toMatchObject({ status: 0 });
  expect(subjects(person).at(-1)).toBe("plan revised: words");
});
