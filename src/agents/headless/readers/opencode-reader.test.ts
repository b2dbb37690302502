import { expect, test } from "vitest";
import { opencodeReader } from "./opencode-reader.ts";

/** As opencode 1.18.33 prints them, without the fields that nobody reads. */
const START = `{"type":"step_start","timestamp":1794848795549,"sessionID":"ses_1","part":{"id":"prt_1","type":"step-start"}}`;
const SAYS = (text: string): string =>
  `{"type":"text","timestamp":1794848797508,"sessionID":"ses_1","part":{"id":"prt_5","type":"text","text":${JSON.stringify(text)}}}`;
const WRITES = `{"type":"tool_use","timestamp":1794848795549,"sessionID":"ses_1","part":{"type":"tool","tool":"write","callID":"call_1","state":{"status":"completed","input":{"content":"hi\\n","filePath":"/repo/hello.txt"},"output":"Wrote file successfully.","title":"hello.txt"},"id":"prt_2"}}`;
const FAILS = `{"type":"tool_use","timestamp":1794848795549,"sessionID":"ses_1","part":{"type":"tool","tool":"bash","callID":"call_2","state":{"status":"error","input":{"command":"pwd"},"error":"The user rejected permission"},"id":"prt_3"}}`;
const FINISH = (reason: string, tokens: string, cost = 0): string =>
  `{"type":"step_finish","timestamp":1794848796064,"sessionID":"ses_1","part":{"id":"prt_4","reason":"${reason}","type":"step-finish","tokens":${tokens},"cost":${cost}}}`;
const FIRST = `{"total":7764,"input":7748,"output":16,"reasoning":0,"cache":{"write":0,"read":0}}`;
const SECOND = `{"total":7844,"input":1565,"output":15,"reasoning":4,"cache":{"write":2,"read":6258}}`;

test("tells what is said and done; its last words are those of its last step", () => {
  const reader = opencodeReader("mock-model");
  const lines = [
    ...[START, SAYS("I will write."), WRITES, FAILS, FINISH("tool-calls", FIRST)],
    ...[START, SAYS("All done."), SAYS("The file is written."), FINISH("stop", SECOND)],
  ];
  expect(lines.map((line) => reader.line(line))).toEqual([
    {},
    { said: "I will write." },
    { said: "→ write /repo/hello.txt", doing: "write /repo/hello.txt" },
    { said: "→ bash pwd\n→ failed: The user rejected permission", doing: "bash pwd" },
    {},
    {},
    { said: "All done." },
    { said: "The file is written." },
    { over: { text: "All done.\n\nThe file is written." } },
  ]);
});

test("adds up its steps, with what it thought as output", () => {
  const reader = opencodeReader("mock-model");
  expect(reader.usage()).toEqual([]);
  reader.line(FINISH("tool-calls", FIRST));
  reader.line(FINISH("stop", SECOND));
  expect(reader.usage()).toEqual([
    { model: "mock-model", input: 9313, cachedRead: 6258, cachedWrite: 2, output: 35, source: "reported" },
  ]);
});

test("adds up what its steps cost, unless it does not know the price of its model", () => {
  const reader = opencodeReader("mock-model");
  reader.line(FINISH("tool-calls", FIRST, 0.25));
  reader.line(FINISH("tool-calls", SECOND, 0.5));
  expect(reader.usage()).toMatchObject([{ usd: 0.75 }]);
  reader.line(FINISH("stop", SECOND));
  expect(reader.usage()[0]).not.toHaveProperty("usd");
});

test("does not take for done what was cut off", () => {
  expect(opencodeReader("x").line(FINISH("length", FIRST))).toEqual({
    over: { trouble: "its answer was cut off (length)" },
  });
  expect(opencodeReader("x").line(FINISH("other", FIRST))).toEqual({ over: { text: "" } });
});

test("tells what kept it from going on", () => {
  const refused = `{"type":"error","timestamp":1794848951137,"sessionID":"ses_1","error":{"name":"APIError","data":{"message":"Incorrect API key provided: dummy.","statusCode":401,"isRetryable":false}}}`;
  expect(opencodeReader("x").line(refused)).toEqual({ over: { trouble: "401 Incorrect API key provided: dummy." } });
  const nameless = `{"type":"error","error":{"name":"UnknownError"}}`;
  expect(opencodeReader("x").line(nameless)).toEqual({ over: { trouble: "UnknownError" } });
});

test("leaves alone what is not of its format", () => {
  expect(opencodeReader("x").line("Performing one time database migration")).toBeNull();
  expect(opencodeReader("x").line(`{"type":"reasoning","part":{"text":"hm"}}`)).toEqual({});
});
