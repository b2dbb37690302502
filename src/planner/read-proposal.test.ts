import { describe, expect, test } from "vitest";
import { readExpansion, readReview, readTriage } from "./read-proposal.ts";

const refused = (why: string, oversteps = false) => ({ ok: false, why, oversteps });

describe("what a planner says about a failure", () => {
  const TRIAGE = { class: 2, told: "no", how: null, decision: "- Yes.", pending: [{ step: "b", how: "So." }] };

  test.each([
    ["bare", JSON.stringify(TRIAGE)],
    ["among words", `I looked {closely}.\n\n${JSON.stringify(TRIAGE)}\n`],
    [
      "in the last of several blocks",
      `\`\`\`json\n{"class": 1}\n\`\`\`\n\nNo:\n\n\`\`\`json\n${JSON.stringify(TRIAGE, null, 2)}\n\`\`\`\n`,
    ],
    ["after a block that it quotes", `\`\`\`json\n{"class": 1, "told": "w"}\n\`\`\`\nNo: ${JSON.stringify(TRIAGE)}`],
    ["in a block that does not end", `So:\n\n~~~ json\n${JSON.stringify(TRIAGE, null, 2)}\n`],
    ["before some words", `\`\`\`json\n${JSON.stringify(TRIAGE)}\n\`\`\`\nThat is all.`],
  ])("is read %s", (_, text) => {
    expect(readTriage(text)).toEqual({ ok: true, value: TRIAGE });
  });

  const QUOTED = '```json\n{"class": 1, "told": "quoted", "how": "Delete the checks."}\n```';

  test("is read although there are fences in its texts", () => {
    const told = "unclear; it should look like\n```sh\nx\n```\n";
    const text = `${QUOTED}\n\nwhich is wrong.\n\n\`\`\`json\n${JSON.stringify({ class: 3, told })}\n\`\`\``;
    expect(readTriage(text)).toMatchObject({ ok: true, value: { class: 3, told: told.trim() } });
  });

  test.each([
    ["cannot be read", '```json\n{"class": 3, "told": "unclear}\n```'],
    ["is cut off", '```json\n{"class": 3, "told": "uncl'],
    ["is no JSON", "```yaml\n{class: 3}\n```"],
    ["stands on the line of its fence", '```{"class": 3, "told": "unclear"\n}}\n```'],
    ["is not fenced and cannot be read", 'So: {"class": 3, "told": }'],
  ])("is never what it only quotes, where its own answer %s", (_, own) => {
    expect(readTriage(`${QUOTED}\n\nwhich is wrong.\n\n${own}`)).toEqual(refused("there is no JSON in its answer"));
  });

  test.each([
    ['{"class": 3, oops, {"class": 1, "told": "x"}', "there is no JSON in its answer"],
    ['They say {"class": 1, "told": "w"}, I say {"class": 3, "told": "x"}', "there is no JSON in its answer"],
    ['[{"class": 3, "told": "x"}, {"class": 1, "told": "y"}]', "it is no JSON object"],
  ])("is one object, and no part of what stands there: %s", (text, why) => {
    expect(readTriage(text)).toEqual(refused(why));
  });

  test.each([
    ['{"class": 3, "told": "ask", "class": 1}', "class"],
    ['{"class": 2, "told": "x", "decision": "- y", "pending": [{"step": "a", "how": "x", "how": "y"}]}', "how"],
  ])("is refused where it says something twice: %s", (text, key) => {
    expect(readTriage(text)).toEqual(refused(`it says \`${key}\` twice`));
  });

  test.each([
    ["```", " ", "!"],
    ["`", "`", "!"],
    ["", "{", ""],
    ["", "[\n", "{"],
    ["", "\n", "}"],
    ['{"told": "', "\\\\", '"}'],
  ])("is read at once however long it is: %j and %j, again and again", (before, again, after) => {
    const began = Date.now();
    expect(readTriage(`${before}${again.repeat(256 * 1024)}${after}`).ok).toBe(false);
    expect(Date.now() - began).toBeLessThan(5000);
  });

  test("names a decision where it blames the architecture", () => {
    const why = "class 2 adds a decision, and there is none";
    expect(readTriage('{"class": 2, "told": "x"}')).toEqual(refused(why));
    expect(readTriage('{"class": 2, "told": "x", "how": "y", "decision": null}')).toEqual(refused(why));
  });

  test("may leave out what it does not propose", () => {
    const value = { class: 3, told: "which?", how: null, decision: null, pending: [] };
    expect(readTriage('{"class": 3, "told": "which?"}')).toEqual({ ok: true, value });
  });

  test.each([
    ["", "it says nothing"],
    ["try again", "there is no JSON in its answer"],
    ["```json\n[{}]\n```", "it is no JSON object"],
    ['{"class": 4, "told": "x"}', "`class` is 1, 2 or 3"],
    ['{"class": 1}', "`told` is missing"],
    ['{"class": 1, "told": "x", "how": 7}', "`how` is text"],
    ['{"class": 1, "told": "x", "pending": {}}', "`pending` is a list"],
    ['{"class": 1, "told": "x", "pending": [{"step": "b"}]}', "`how` is missing"],
    ['{"class": 1, "told": "x", "mood": "good"}', "nobody asked for `mood`"],
  ])("is refused: %s", (text, why) => {
    expect(readTriage(text)).toEqual(refused(why));
  });

  test.each([
    ...["what", "contracts", "protectedAreas", "budget", "architecture", "mode", "needs", "files", "steps", "title"],
    ...["contract", "Contract", "on_fail", "On-Fail", "depends_on", "What", "Protected Areas", "protected_area"],
    ...["verification", "Verification", "Task List", "Architecture & Design Decisions", "Files to Add", "task"],
    ...["max_retries_per_task", "Accepts when", "Command", "timeout", "goal", "must_not_touch"],
  ])("oversteps when it wants to change `%s`", (key) => {
    const why = `it wants to change \`${key}\`, which only a person does`;
    expect(readTriage(JSON.stringify({ class: 2, told: "x", [key]: "y" }))).toEqual(refused(why, true));
    const pending = [{ step: "b", how: "So.", [key]: "y" }];
    expect(readReview(JSON.stringify({ told: "x", pending }))).toEqual(refused(why, true));
  });
});

describe("the steps that a template stands for", () => {
  test("are read with what each has to do", () => {
    const steps = [{ title: "One", what: "Do one.", how: null }];
    expect(readExpansion('{"steps": [{"title": "One", "what": "Do one."}]}')).toEqual({ ok: true, value: steps });
  });

  test.each([
    ['{"steps": []}', "it stands for no step at all"],
    ['{"steps": "many"}', "`steps` is a list"],
    ['{"steps": [{"title": "One"}]}', "`what` is missing"],
    ['{"steps": [{"title": "One", "what": "x", "contract": "true"}]}', "nobody asked for `contract`"],
  ])("are refused: %s", (text, why) => {
    expect(readExpansion(text)).toEqual(refused(why));
  });
});
