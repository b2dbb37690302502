import { expect, test } from "vitest";
import { geminiReader } from "./gemini-reader.ts";

/** As Gemini CLI 0.61.0 prints them. */
const LINES = [
  `{"type":"init","timestamp":"2026-11-16T17:06:24.648Z","session_id":"9b0e9e7f","model":"gemini-2.5-pro"}`,
  `{"type":"message","timestamp":"2026-11-16T17:06:24.650Z","role":"user","content":"Please do it.\\n"}`,
  `{"type":"message","timestamp":"2026-11-16T17:06:24.700Z","role":"assistant","content":"I will ","delta":true}`,
  `{"type":"message","timestamp":"2026-11-16T17:06:24.710Z","role":"assistant","content":"write.","delta":true}`,
  `{"type":"tool_use","timestamp":"2026-11-16T17:06:24.771Z","tool_name":"write_file","tool_id":"write_file_1","parameters":{"file_path":"/repo/hello.txt","content":"hi\\n"}}`,
  `{"type":"tool_result","timestamp":"2026-11-16T17:06:24.903Z","tool_id":"write_file_1","status":"success"}`,
  `{"type":"tool_use","timestamp":"2026-11-16T17:06:24.917Z","tool_name":"run_shell_command","tool_id":"run_2","parameters":{"command":"pwd","description":"scripted step"}}`,
  `{"type":"tool_result","timestamp":"2026-11-16T17:06:25.065Z","tool_id":"run_2","status":"error","output":"denied","error":{"type":"x","message":"Access denied"}}`,
  `{"type":"message","timestamp":"2026-11-16T17:06:25.077Z","role":"assistant","content":"All done.\\n\\nThe file is written.","delta":true}`,
  `{"type":"result","timestamp":"2026-11-16T17:06:25.080Z","status":"success","stats":{"total_tokens":37150,"input_tokens":37099,"output_tokens":48,"cached":99,"input":37000,"duration_ms":432,"tool_calls":2,"models":{"gemini-2.5-pro":{"total_tokens":37150,"input_tokens":37099,"output_tokens":48,"cached":99,"input":37000}}}}`,
];

test("puts together what comes in pieces, and tells how it ended", () => {
  const reader = geminiReader();
  expect(LINES.map((line) => reader.line(line))).toEqual([
    {},
    {},
    {},
    {},
    { said: "I will write.\n→ write_file /repo/hello.txt", doing: "write_file /repo/hello.txt" },
    {},
    { said: "→ run_shell_command pwd", doing: "run_shell_command pwd" },
    { said: "→ failed: Access denied" },
    {},
    {
      said: "All done.\n\nThe file is written.",
      over: { text: "All done.\n\nThe file is written." },
    },
  ]);
});

test("counts what it thought as output, and cached tokens once", () => {
  const reader = geminiReader();
  for (const line of LINES) reader.line(line);
  expect(reader.usage()).toEqual([
    { model: "gemini-2.5-pro", input: 37000, cachedRead: 99, cachedWrite: 0, output: 51, source: "reported" },
  ]);
});

test("tells what kept it from going on, and has used nothing then", () => {
  const reader = geminiReader();
  const failed = `{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: models/x is not found for API version v1beta]"},"stats":{"total_tokens":0,"models":{"x":{"total_tokens":0,"input_tokens":0,"output_tokens":0,"cached":0,"input":0}}}}`;
  expect(reader.line(failed)).toEqual({
    over: { trouble: "[API Error: models/x is not found for API version v1beta]" },
  });
  expect(reader.usage()).toEqual([]);
});

test("tells of its warnings, and leaves alone what is not of its format", () => {
  const reader = geminiReader();
  expect(reader.line(`{"type":"error","severity":"warning","message":"Loop detected"}`)).toEqual({
    said: "→ Loop detected",
  });
  expect(reader.line("Loaded cached credentials.")).toBeNull();
  expect(reader.line(`{"type":"checkpoint"}`)).toEqual({});
});
