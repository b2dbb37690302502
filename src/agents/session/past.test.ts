import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Turn } from "../../ports/agent.ts";
import { openPast } from "./past.ts";
import { promptText } from "./prompt-text.ts";

const turn = (attempt: string, instruction: string): Turn => ({
  layers: [
    { level: "role", text: "You are a developer." },
    { level: "attempt", text: attempt },
    { level: "instruction", text: instruction },
  ],
});

test("the first turn is told as it is", () => {
  const first = turn("Nothing yet.", "Do it.");
  expect(openPast(null, undefined).retold(first)).toEqual(first.layers);
  expect(openPast(null, undefined).fresh(first)).toEqual(first.layers);
});

test("an agent that remembers is told what it has not heard, and its instruction again", () => {
  const past = openPast(null, undefined);
  past.add(turn("Nothing yet.", "Do it."), "Which port?", null);
  expect(past.fresh(turn("Port 80.", "Do it.")).map(({ text }) => text)).toEqual(["Port 80.", "Do it."]);
});

test("one that forgets is told everything, each once", () => {
  const past = openPast(null, undefined);
  past.add(turn("Nothing yet.", "Do it."), "Which port?", null);
  const text = promptText(past.retold(turn("The answer is 80.", "Do it.")));
  expect(text).toBe(`You are a developer.

This conversation has begun before. What was said in it so far:

You were told:

\`\`\`
Nothing yet.
\`\`\`

You said:

\`\`\`
Which port?
\`\`\`

The answer is 80.

Do it.
`);
});

test("what the turn says itself is not told twice", () => {
  const past = openPast(null, undefined);
  past.add(turn("", "Do it."), "Which port?", null);
  const second = turn("You asked: Which port? The answer: 80.", "Do it.");
  expect(past.retold(second)).toEqual(second.layers);
});

test("the agent's own way is given back, and nothing is where what was kept is gone or broken", () => {
  const kept = { folder: tempFolder(), at: "/kept" };
  const resume = openPast(kept, undefined).add(turn("Heron.", "Do it."), "Done.", { way: "its own id", whole: [] });
  expect(openPast(kept, resume).way).toBe("its own id");
  expect(promptText(openPast(kept, resume).retold(turn("", "Go on.")))).toContain("Heron.");
  const elsewhere = { folder: tempFolder(), at: "/kept" };
  expect(openPast(elsewhere, resume).retold(turn("", "Go on."))).toEqual(turn("", "Go on.").layers);
  writeFileSync(join(kept.folder, "conversation.json"), "{");
  expect(openPast(kept, resume).retold(turn("", "Go on."))).toEqual(turn("", "Go on.").layers);
});
