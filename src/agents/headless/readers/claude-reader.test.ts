import { expect, test } from "vitest";
import { claudeReader } from "./claude-reader.ts";
import type { HeadlessNews } from "./headless-reader.ts";

/** As Claude Code 2.1.325 prints them, without the fields that nobody reads. */
const INIT = `{"type":"system","subtype":"init","cwd":"/repo","session_id":"7903b34f","tools":["Bash","Edit","Read","Write"],"model":"claude-opus-5-5","permissionMode":"acceptEdits"}`;
const SAYS = `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"I will write."}],"usage":{"input_tokens":3,"cache_creation_input_tokens":3964,"cache_read_input_tokens":0,"output_tokens":1}},"parent_tool_use_id":null}`;
const WRITES = `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"tool_use","id":"toolu_2","name":"Write","input":{"file_path":"/repo/hello.txt","content":"hi\\n"}}],"usage":{"input_tokens":3,"cache_creation_input_tokens":3964,"cache_read_input_tokens":0,"output_tokens":1}},"parent_tool_use_id":null}`;
const WROTE = `{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_2","type":"tool_result","content":"File created successfully at: /repo/hello.txt"}]}}`;
const RUNS = `{"type":"assistant","message":{"id":"msg_2","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"tool_use","id":"toolu_3","name":"Bash","input":{"command":"npm test\\n","description":"scripted step"}}],"usage":{"input_tokens":0,"cache_creation_input_tokens":99,"cache_read_input_tokens":3964,"output_tokens":1}}}`;
const FAILED = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"Exit code 3\\nno such file","is_error":true,"tool_use_id":"toolu_3"}]}}`;
const RESULT = `{"duration_api_ms":160,"stop_reason":"end_turn","usage":{"input_tokens":0,"output_tokens":48},"modelUsage":{"claude-opus-5-5":{"inputTokens":5,"outputTokens":48,"cacheReadInputTokens":8027,"cacheCreationInputTokens":4133,"costUSD":0.0232304}},"is_error":false,"num_turns":3,"subtype":"success","api_error_status":null,"result":"All done.\\n\\nThe file is written.","type":"result","duration_ms":551}`;
const RETRY = (attempt: number, status: number, error: string): string =>
  `{"type":"system","subtype":"api_retry","attempt":${attempt},"max_retries":10,"retry_delay_ms":516,"error_status":${status},"error":"${error}"}`;
const SYNTHETIC = `{"type":"assistant","message":{"id":"c51f7892","model":"<synthetic>","role":"assistant","type":"message","usage":{"input_tokens":0,"output_tokens":0},"content":[{"type":"text","text":"Not logged in · Please run /login"}]},"error":"authentication_failed"}`;
const REFUSED = `{"modelUsage":{},"terminal_reason":"api_error","is_error":true,"num_turns":1,"subtype":"success","api_error_status":404,"api_error_type":"not_found_error","result":"There's an issue with the selected model (x). It may not exist or you may not have access to it.","type":"result"}`;

test("tells what is said and done, and how it ended", () => {
  const { read } = reading(INIT, SAYS, WRITES, WROTE, RUNS, FAILED, RESULT);
  expect(read).toEqual([
    {},
    { said: "I will write." },
    { said: "→ Write /repo/hello.txt", doing: "Write /repo/hello.txt" },
    {},
    { said: "→ Bash npm test", doing: "Bash npm test" },
    { said: "→ failed: Exit code 3 no such file" },
    { over: { text: "All done.\n\nThe file is written." } },
  ]);
});

test("reports what all requests together have used", () => {
  expect(reading(SAYS, WRITES, RUNS, RESULT).usage).toEqual([
    {
      model: "claude-opus-5-5",
      input: 5,
      cachedRead: 8027,
      cachedWrite: 4133,
      output: 48,
      usd: 0.0232304,
      source: "reported",
    },
  ]);
});

test("reports what is known so far when it never came to a result, each message once", () => {
  expect(reading(SAYS, WRITES, RUNS).usage).toEqual([
    { model: "claude-opus-5-5", input: 3, cachedRead: 3964, cachedWrite: 4063, output: 2, source: "reported" },
  ]);
  expect(reading(SYNTHETIC).usage).toEqual([]);
});

test("does not wait for minutes with a key that is refused", () => {
  expect(reading(RETRY(1, 401, "authentication_failed"), RETRY(2, 401, "authentication_failed")).read).toEqual([
    { doing: "waits for its model: 401 authentication_failed, 1 of 10" },
    { over: { trouble: "401 authentication_failed" } },
  ]);
  expect(reading(RETRY(4, 429, "rate_limit")).read).toEqual([
    { doing: "waits for its model: 429 rate_limit, 4 of 10" },
  ]);
});

test("tells what kept it from going on, although it calls that a success", () => {
  expect(reading(REFUSED).read).toEqual([
    {
      over: {
        trouble: "404 There's an issue with the selected model (x). It may not exist or you may not have access to it.",
      },
    },
  ]);
  const tooLong = `{"type":"result","subtype":"error_max_turns","is_error":true,"errors":["Reached maximum number of turns (1)"]}`;
  expect(reading(tooLong).read).toEqual([{ over: { trouble: "Reached maximum number of turns (1)" } }]);
  const bare = `{"type":"result","subtype":"error_during_execution","is_error":false}`;
  expect(reading(bare).read).toEqual([{ over: { trouble: "error_during_execution" } }]);
});

test("leaves alone what is not of its format, and passes over what it does not know", () => {
  expect(reading("Warning: no stdin", '{"level":"info"}', "[1]", "null", '{"type":"rate_limit_event"}').read).toEqual([
    null,
    null,
    null,
    null,
    {},
  ]);
});

test.each([
  `{"type":"assistant"}`,
  `{"type":"assistant","message":{"content":"text"}}`,
  `{"type":"assistant","message":{"content":[null,1,{"type":"tool_use"}]}}`,
  `{"type":"user","message":null}`,
  `{"type":"system","subtype":"api_retry"}`,
  `{"type":"result"}`,
])("reads %s without trouble of its own", (line) => {
  expect(() => reading(line)).not.toThrow();
});

function reading(...lines: string[]): {
  read: (HeadlessNews | null)[];
  usage: ReturnType<ReturnType<typeof claudeReader>["usage"]>;
} {
  const reader = claudeReader();
  return { read: lines.map((line) => reader.line(line)), usage: reader.usage() };
}
