import { describe, expect, test } from "vitest";
import { readReply } from "./read-reply.ts";

const plan = '{\n  "goal": "Tidy up",\n  "steps": [{ "action": "Sweep." }]\n}';
const goalOf = (text: string): string => {
  const reply = readReply(text);
  return reply.type === "plan" ? reply.parsed.plan.what : `no plan: ${reply.reason}`;
};

describe("a reply is a plan", () => {
  test.each([
    ["alone", plan],
    ["in a fence", `Here it is:\n\n\`\`\`json\n${plan}\n\`\`\`\n\nShall I start?`],
    ["in a fence without a language", `\`\`\`\n${plan}\n\`\`\``],
    ["in a fence that never closes", `Sure.\n\`\`\`json\n${plan}\n`],
    ["bare, with prose around it", `Here it is:\n${plan}\nShall I start?`],
    ["indented, below a list", `- Here:\n\n    ${plan.replaceAll("\n", "\n    ")}\n\n- Fine?`],
    ["below prose with braces", `Use {a} and {"b": 1}.\n{ not: JSON }\n{\n{"c": [1,,\n${plan}`],
    ["right below a brace that never closes", `Like this: f() =\n{\n${plan}`],
    ["below an object that is none", `{"type": "question", "options": []}\n${plan}`],
    ["with CRLF and a byte order mark", `\uFEFFHere:\r\n${plan.replaceAll("\n", "\r\n")}`],
    ["with CR alone", `Here:\r${plan.replaceAll("\n", "\r")}`],
  ])("%s", (_, text) => {
    expect(goalOf(text)).toBe("Tidy up");
  });
});

describe("a reply is a text, and the reason is kept,", () => {
  test.each([
    ["without a plan", "I would sweep.", "there is no object with `goal` and `steps` in it"],
    ["when it is empty", "", "there is no object with `goal` and `steps` in it"],
    ["with an object that is none", '{"type": "question"}', "there is no object with `goal` and `steps` in it"],
    ["without steps", 'Well:\n{"goal": "x"}', "line 2: the plan has no `steps`"],
    ["without a goal", '{"steps": []}', "line 1: the plan has no `goal`"],
    ["with a comma too many", `{"goal": "x",\n"steps": [],\n}`, "line 2: a comma stands behind the last entry"],
    ["with single quotes", "{'goal': 'x', 'steps': []}", "line 1: `'` opens no text in JSON"],
    ["with two plans", `${plan}\n\nor rather\n\n${plan}`, "line 8: a second plan starts here"],
    ["that was cut off", plan.slice(0, -3), "line 3: this list is never closed"],
    ["with a field nobody knows", '{"goal": "x", "steps": [], "mood": 1}', "line 1: there is no field `mood` here"],
  ])("%s", (_, text, reason) => {
    expect(readReply(text)).toEqual({ type: "text", reason });
  });
});

describe("a reply of 1 MB is read in one go:", () => {
  test.each([
    ["braces", "{\n"],
    ["objects", '{"a": 1}\n'],
    ["broken objects", '{"goal": 1 1}\n'],
    ["objects that never close", '{"a": {\n'],
    ["blank lines", " \n"],
    ["brackets", '{"a":[[[['],
    ["fences", "```json\n{\n"],
  ])("%s", (_, piece) => {
    expect(readReply(piece.repeat(1_000_000 / piece.length)).type).toBe("text");
  });
});
