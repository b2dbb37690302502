import { expect, test } from "vitest";
import { codexReader } from "./codex-reader.ts";

/** As codex-cli 0.166.0 prints them. */
const LINES = [
  `{"type":"thread.started","thread_id":"01a1e553-8a3d-7533-9110-e10b01e60def"}`,
  `{"type":"turn.started"}`,
  `{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"I will write."}}`,
  `{"type":"item.completed","item":{"id":"item_1","type":"file_change","changes":[{"path":"/repo/a.txt","kind":"add"},{"path":"/repo/b.txt","kind":"update"}],"status":"completed"}}`,
  `{"type":"item.started","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -c 'npm test'","aggregated_output":"","exit_code":null,"status":"in_progress"}}`,
  `{"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -c 'npm test'","aggregated_output":"1 failed\\n","exit_code":1,"status":"failed"}}`,
  `{"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"All done.\\n\\nThe file is written."}}`,
  `{"type":"turn.completed","usage":{"input_tokens":30072,"cached_input_tokens":16128,"cache_write_input_tokens":72,"output_tokens":39,"reasoning_output_tokens":7}}`,
];

test("tells what is said and done, and how it ended", () => {
  const reader = codexReader("gpt-5.5");
  expect(LINES.map((line) => reader.line(line))).toEqual([
    {},
    {},
    { said: "I will write." },
    { said: "→ add /repo/a.txt, update /repo/b.txt", doing: "add /repo/a.txt, update /repo/b.txt" },
    { said: "→ /bin/bash -c 'npm test'", doing: "/bin/bash -c 'npm test'" },
    { said: "→ failed: status 1, 1 failed" },
    { said: "All done.\n\nThe file is written." },
    { over: { text: "All done.\n\nThe file is written." } },
  ]);
});

test("counts cached tokens once, under the name that it is told", () => {
  const reader = codexReader("gpt-5.5");
  expect(reader.usage()).toEqual([]);
  for (const line of LINES) reader.line(line);
  expect(reader.usage()).toEqual([
    { model: "gpt-5.5", input: 13872, cachedRead: 16128, cachedWrite: 72, output: 39, source: "reported" },
  ]);
});

test("does not take for the end what it tries again", () => {
  const reader = codexReader("x");
  const again = `{"type":"error","message":"Reconnecting... 1/5 (unexpected status 401 Unauthorized)"}`;
  const failed = `{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized"}}`;
  const told = "Reconnecting... 1/5 (unexpected status 401 Unauthorized)";
  expect(reader.line(again)).toEqual({ said: `→ ${told}`, doing: told });
  expect(reader.line(failed)).toEqual({ over: { trouble: "unexpected status 401 Unauthorized" } });
});

test("tells of its other tools, of changes that failed and of its warnings", () => {
  const reader = codexReader("x");
  const read = [
    `{"type":"item.started","item":{"type":"mcp_tool_call","server":"docs","tool":"find","arguments":{"query":"a b"},"status":"in_progress"}}`,
    `{"type":"item.completed","item":{"type":"mcp_tool_call","server":"docs","tool":"find","error":{"message":"gone"},"status":"failed"}}`,
    `{"type":"item.started","item":{"type":"web_search","query":"bwrap"}}`,
    `{"type":"item.completed","item":{"type":"file_change","changes":[{"path":"/repo/a.txt","kind":"add"}],"status":"failed"}}`,
    `{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for \`x\` not found."}}`,
    `{"type":"item.completed","item":{"type":"reasoning","text":"hm"}}`,
    `{"type":"item.started","item":{"type":"todo_list","items":[]}}`,
  ].map((line) => reader.line(line));
  expect(read).toEqual([
    { said: "→ docs.find a b", doing: "docs.find a b" },
    { said: "→ failed: gone" },
    { said: "→ search bwrap", doing: "search bwrap" },
    { said: "→ failed: add /repo/a.txt" },
    { said: "→ Model metadata for `x` not found." },
    {},
    {},
  ]);
});

test("leaves alone what is not of its format", () => {
  expect(codexReader("x").line("Reading prompt from stdin...")).toBeNull();
  expect(codexReader("x").line(`{"type":"item.completed"}`)).toEqual({});
});
