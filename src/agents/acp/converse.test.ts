import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { AgentEvent, AgentJob, Ended } from "../../ports/agent.ts";
import type { Limits } from "../../ports/sandbox.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aPerson } from "../known/a-person.testkit.ts";
import { aHost, aJob, aTurn, endOf, outputOf, worked } from "../session/a-session.testkit.ts";
import { acpDriver } from "./acp-driver.ts";
import { anActor, inFolder, type Said } from "./an-agent.testkit.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
beforeEach((context) => void installed(context));

const HELLO: Said = [{ id: 1, result: { protocolVersion: 1 } }];
const SESSION: Said = [{ id: 2, result: { sessionId: "s" } }];
const over = (stopReason: string, id = 3): object => ({ id, result: { stopReason } });
const update = (fields: object): object => ({ method: "session/update", params: { sessionId: "s", update: fields } });
const says = (text: string): object =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

type Played = { events: AgentEvent[]; end: Ended; heard: { method?: string; [field: string]: unknown }[] };

/** Lets an agent say its lines, and tells what it has heard meanwhile. */
async function played(
  parts: readonly Said[],
  { atLast, limits, start = 60_000 }: { atLast?: string; limits?: Partial<Limits>; start?: number } = {},
): Promise<Played> {
  const folder = tempFolder();
  anActor(join(folder, "agent.sh"), parts, atLast);
  const driver = acpDriver("./agent.sh", inFolder(folder), { start, cancel: 100, idle: 0 });
  const { events, end } = await worked(driver, aHost(shared.sandbox, driver, folder, limits ? { limits } : {}));
  return { events, end, heard: heardIn(folder) };
}

const heardIn = (folder: string): Played["heard"] =>
  existsSync(join(folder, "heard"))
    ? readFileSync(join(folder, "heard"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];

describe("a turn", () => {
  test("begins with a greeting, lends no files and no terminal, and hands over the task", async () => {
    const folder = tempFolder();
    anActor(join(folder, "agent.sh"), [HELLO, SESSION, [says("made it"), over("end_turn")]]);
    const driver = acpDriver("./agent.sh --acp", inFolder(folder));
    expect(driver).toMatchObject({ name: "agent.sh", reaches: [] });
    const { end } = await worked(driver, aHost(shared.sandbox, driver, folder), aJob(), "the\ntask");
    expect(end).toMatchObject({ reason: "finished", text: "made it", question: null });
    expect(end.usage).toMatchObject([{ model: "unknown", source: "unknown" }]);
    expect(heardIn(folder)).toMatchObject([
      {
        method: "initialize",
        params: {
          protocolVersion: 1,
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        },
      },
      { method: "session/new", params: { cwd: folder, mcpServers: [] } },
      { method: "session/prompt", params: { sessionId: "s", prompt: [{ type: "text", text: "the\ntask\n" }] } },
    ]);
  });

  test.each([
    ["end_turn", "finished", "said"],
    ["max_tokens", "failed", "agent.sh ran into its model's limit of tokens"],
    ["max_turn_requests", "failed", "agent.sh asked its model as often as it may in one turn"],
    ["refusal", "failed", "agent.sh did not go on: the model refused"],
    ["cancelled", "failed", "agent.sh ended its turn as cancelled, though nobody had asked for it"],
    ["invented_tomorrow", "failed", "agent.sh stopped for a reason nobody knows: invented_tomorrow"],
  ])("that stops with %s is %s", async (reason, ours, text) => {
    expect((await played([HELLO, SESSION, [says("said"), over(reason)]])).end).toMatchObject({ reason: ours, text });
  });

  test("that is cancelled after a refusal names what was refused", async () => {
    const toolCall = { toolCallId: "t", kind: "other", title: "Launch" };
    const request = {
      id: "p",
      method: "session/request_permission",
      params: { sessionId: "s", toolCall, options: [] },
    };
    const { end, heard } = await played([HELLO, SESSION, [request], [over("cancelled")]]);
    expect(heard[3]).toMatchObject({ id: "p", result: { outcome: { outcome: "cancelled" } } });
    expect(end).toMatchObject({
      reason: "failed",
      text: "agent.sh ended its turn when it was refused `Launch`: nobody knows what `Launch` would do",
    });
  });

  test("ends with a question where only a person can answer", async () => {
    const form = { id: 9, method: "elicitation/create", params: { message: "Which port?", mode: "form" } };
    expect((await played([HELLO, SESSION, [form]])).end).toMatchObject({ reason: "asked", question: "Which port?" });
  });

  test.each(["fs/read_text_file", "fs/write_text_file", "terminal/create", "elicitation/create", "invented/tomorrow"])(
    "goes on where %s is asked for, which is not offered",
    async (method) => {
      const { end, heard } = await played([HELLO, SESSION, [{ id: 9, method, params: {} }], [over("end_turn")]]);
      expect(heard[3]).toMatchObject({ id: 9, error: { code: -32601 } });
      expect(end.reason).toBe("finished");
    },
  );

  test("passes over what nobody has asked for", async () => {
    const noise = [
      { method: "invented/tomorrow", params: { a: 1 } },
      { id: 77, result: { stopReason: "refusal" } },
      { id: 2, result: { sessionId: "another" } },
      { id: "3", result: { stopReason: "refusal" } },
    ];
    const { end, events } = await played([[...noise, ...HELLO], SESSION, [...noise, says("good"), over("end_turn")]]);
    expect(end).toMatchObject({ reason: "finished", text: "good" });
    expect(outputOf(events)).toBe("good");
  });

  test("hears what is said together with its answer, and comes after it", async () => {
    const [answer, more] = [over("end_turn"), says("made it")].map((each) =>
      JSON.stringify({ jsonrpc: "2.0", ...each }),
    );
    const { end } = await played([HELLO, SESSION, [`${answer}\n${more}`]]);
    expect(end).toMatchObject({ reason: "finished", text: "made it" });
  });

  test("tells what it has spent, as far as it is told", async () => {
    const used = update({ sessionUpdate: "usage_update", used: 9, size: 10, _meta: { model: "m" } });
    const priced = update({ sessionUpdate: "usage_update", used: 9, size: 10, cost: { amount: 0.5, currency: "USD" } });
    const result = { stopReason: "end_turn", usage: { inputTokens: 3, outputTokens: 4 } };
    expect((await played([HELLO, SESSION, [priced, { id: 3, result }]])).end.usage).toMatchObject([{ usd: 0.5 }]);
    expect((await played([HELLO, SESSION, [used, { id: 3, result }]])).end.usage).toEqual([
      { model: "m", input: 3, cachedRead: 0, cachedWrite: 0, output: 4, source: "reported" },
    ]);
    expect((await played([HELLO, SESSION, [used]], { atLast: "exit 1" })).end.usage).toMatchObject([
      { model: "m", input: 9, source: "unknown" },
    ]);
  });
});

describe("an agent that does not keep to the protocol", () => {
  test("is named when it speaks another version", async () => {
    const { end, heard } = await played([[{ id: 1, result: { protocolVersion: 2 } }]]);
    expect(heard).toHaveLength(1);
    expect(end.text).toMatchInlineSnapshot(
      `"agent.sh speaks version 2 of the Agent Client Protocol, and only version 1 is understood"`,
    );
  });

  test("may print a little of its own, which is kept", async () => {
    const { end, events } = await played([["Welcome!", ...HELLO], SESSION, ["{oops", says("good"), over("end_turn")]]);
    expect(end).toMatchObject({ reason: "finished", text: "good" });
    expect(outputOf(events)).toBe("Welcome!\n{oops\ngood");
  });

  test.each([
    ["prints line after line", "yes hello"],
    ["prints one line without an end", "head -c 17000000 /dev/zero; sleep 600"],
  ])("and %s is ended", async (_, atLast) => {
    const { end } = await played([], { atLast, limits: { outputBytes: 1 << 26 } });
    expect(end).toMatchObject({
      reason: "not-reached",
      text: expect.stringMatching(/^agent\.sh prints something that is not the protocol/),
    });
  });

  test("and asks without ever reading the answers is ended", async () => {
    const atLast = `yes '{"id":"${"x".repeat(2000)}","method":"a"}'`;
    const { end } = await played([HELLO, SESSION], { atLast, limits: { outputBytes: 1 << 27 } });
    expect(end).toMatchObject({ reason: "failed", text: "it asks and asks, and reads no answer" });
  });

  test("and tells without an end is ended by the sandbox", async () => {
    const flood = JSON.stringify(update({ sessionUpdate: "tool_call", toolCallId: "t", title: "x" }));
    const { end, events } = await played([HELLO, SESSION], {
      atLast: `yes '${flood}'`,
      limits: { outputBytes: 1 << 20 },
    });
    expect(end).toMatchObject({ reason: "failed", text: expect.stringContaining("printed more than it may") });
    expect(events.filter(({ type }) => type === "tool")).toHaveLength(1);
  });

  test("is named when it opens a session without a name", async () => {
    expect((await played([HELLO, [{ id: 2, result: {} }]])).end.text).toBe("agent.sh opened a session without a name");
  });
});

describe("an agent that comes to no answer", () => {
  test("does not start in time", async () => {
    const { end } = await played([HELLO], { start: 1000 });
    expect(end).toMatchObject({ reason: "not-reached", text: "agent.sh did not start within 1 seconds" });
  });

  test.each([
    ["dies", "echo 'out of luck' >&2; exit 3", "agent.sh ended with status 3: out of luck"],
    ["leaves without a word", "exit 0", "agent.sh ended before it had answered"],
  ])("%s", async (_, atLast, text) => {
    const { end, events } = await played([HELLO, SESSION, [says("so far")]], { atLast });
    expect(end).toMatchObject({ reason: "failed", text, question: null });
    expect(outputOf(events, "stdout")).toBe("so far");
  });

  test.each([
    ["dies before it says hello", [], "echo 'no display' >&2; exit 3", "agent.sh ended with status 3: no display"],
    [
      "speaks another version",
      [[{ id: 1, result: { protocolVersion: 7 } }]],
      undefined,
      /^agent\.sh speaks version 7 /,
    ],
  ] as const)("was not reached when it %s", async (_, parts, atLast, text) => {
    const { end } = await played(parts, atLast === undefined ? {} : { atLast });
    expect(end).toMatchObject({ reason: "not-reached", text: expect.stringMatching(text) });
  });

  test("was not let in when it dies with such words", async () => {
    const { end } = await played([HELLO], { atLast: "echo 'status 401 Unauthorized' >&2; exit 1" });
    expect(end).toMatchObject({ reason: "not-let-in", text: expect.stringContaining("is not logged in") });
  });

  test.each([
    ["failed", { code: -32603, message: "Internal error", data: { details: "no credit" } }, "agent.sh: no credit"],
    ["failed", { code: -32603, message: "Internal error: no credit", data: "no credit" }, "agent.sh: no credit"],
    [
      "not-let-in",
      { code: -32000, message: "Authentication required" },
      "agent.sh is not logged in, or its key is refused; log in with its own program",
    ],
    [
      "not-let-in",
      { code: 500, message: "401 Unauthorized" },
      "agent.sh is not logged in, or its key is refused; log in with its own program",
    ],
    ["failed", "oops", "agent.sh: it does not say why"],
  ])("ends as %s, and says why: %j", async (reason, error, text) => {
    expect((await played([HELLO, SESSION, [{ id: 3, error }]])).end).toMatchObject({ reason, text });
    // Before it was given its task, nobody was at work.
    const early = reason === "failed" ? "not-reached" : reason;
    expect((await played([HELLO, [{ id: 2, error }]])).end).toMatchObject({ reason: early, text });
  });
});

describe("an agent that is stopped", () => {
  async function stopped(parts: readonly Said[], atLast?: string): Promise<Played> {
    const folder = tempFolder();
    anActor(join(folder, "agent.sh"), parts, atLast);
    const driver = acpDriver("./agent.sh", inFolder(folder), { start: 60_000, cancel: 1000, idle: 60_000 });
    const stop = new AbortController();
    const session = await driver.open(aJob(), aHost(shared.sandbox, driver, folder), stop.signal);
    const events: AgentEvent[] = [];
    for await (const event of session.send(aTurn("do it"))) {
      events.push(event);
      if (event.type === "output") stop.abort();
    }
    await session.close();
    return { events, end: endOf(events), heard: heardIn(folder) };
  }

  test("is asked to stop, and says what it has spent", async () => {
    const cancelled = { id: 3, result: { stopReason: "cancelled", usage: { inputTokens: 3 } } };
    const { end, heard } = await stopped([HELLO, SESSION, [says("working")], [cancelled]]);
    expect(heard[3]).toEqual({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s" } });
    expect(end).toMatchObject({ reason: "aborted", usage: [{ input: 3 }] });
  });

  test("may have been finished before it heard of it", async () => {
    const { end } = await stopped([HELLO, SESSION, [says("ready")], [over("end_turn")]]);
    expect(end).toMatchObject({ reason: "finished", text: "ready" });
  });

  test("is ended when it does not listen", async () => {
    const { end } = await stopped([HELLO, SESSION, [says("working")]], "trap '' TERM INT; while :; do sleep 600; done");
    expect(end.reason).toBe("aborted");
  });

  test("is ended at once while it starts", async () => {
    expect((await stopped([["Welcome!"]])).end.reason).toBe("aborted");
  });
});

describe("a known agent", () => {
  const OFFERED = {
    modes: { currentModeId: "default", availableModes: [{ id: "default" }, { id: "plan" }] },
    configOptions: [
      { id: "mode", type: "select", currentValue: "build", options: [{ group: "g", options: [{ value: "plan" }] }] },
    ],
  };

  async function asked(
    { name, program, mode = "plan" }: { name: string; program: string; mode?: AgentJob["mode"] },
    offered: object,
    rest: readonly Said[],
  ): Promise<Played> {
    const folder = tempFolder();
    const tree = join(folder, "repo");
    mkdirSync(tree);
    anActor(join(folder, "bin", program), [HELLO, [{ id: 2, result: { sessionId: "s", ...offered } }], ...rest]);
    const person = aPerson({ ANTHROPIC_API_KEY: "secret", OPENAI_API_KEY: "secret" }, folder, { model: "large" });
    const driver = acpDriver(name, { cwd: folder, search: [join(folder, "bin")], tree, person });
    const { events, end } = await worked(driver, aHost(shared.sandbox, driver, tree), { ...aJob(), mode });
    return { events, end, heard: heardIn(tree) };
  }
  const claude = { name: "claude-code", program: "claude-agent-acp" };
  const opencode = { name: "opencode", program: "opencode" };

  test("is put into its plan mode before it hears of the task", async () => {
    const { end, heard } = await asked(claude, OFFERED, [[{ id: 3, result: {} }], [over("end_turn", 4)]]);
    expect(end.reason).toBe("finished");
    expect(heard.map(({ method }) => method)).toEqual([
      ...["initialize", "session/new", "session/set_mode", "session/prompt"],
    ]);
    expect(heard[1]).toMatchObject({
      params: { _meta: { claudeCode: { options: { allowDangerouslySkipPermissions: false, model: "large" } } } },
    });
    expect(heard[2]).toMatchObject({ params: { sessionId: "s", modeId: "plan" } });
  });

  test("may take its mode as an option", async () => {
    const { heard } = await asked(opencode, OFFERED, [[{ id: 3, result: {} }], [over("end_turn", 4)]]);
    expect(heard[2]).toMatchObject({
      method: "session/set_config_option",
      params: { sessionId: "s", configId: "mode", value: "plan" },
    });
  });

  test("that is in its mode already is left alone", async () => {
    const { end, heard } = await asked({ ...claude, mode: "act" }, OFFERED, [[over("end_turn")]]);
    expect(end.reason).toBe("finished");
    expect(heard).toHaveLength(3);
  });

  test.each([
    ["does not offer its plan mode", {}, []],
    ["refuses its plan mode", OFFERED, [[{ id: 3, error: { code: -1, message: "no" } }]]],
  ])("that %s is not used for planning", async (_, offered, rest) => {
    const { end, heard } = await asked(claude, offered, rest);
    expect(end.reason).toBe("failed");
    expect(heard.map(({ method }) => method)).not.toContain("session/prompt");
  });

  test.each([
    ["does not offer a mode", {}, [[over("end_turn")]]],
    [
      "refuses its mode",
      { modes: { currentModeId: "plan", availableModes: [{ id: "default" }] } },
      [[{ id: 3, error: { code: -1, message: "no" } }], [over("end_turn", 4)]],
    ],
  ])("that %s may act nevertheless", async (_, offered, rest) => {
    expect((await asked({ ...claude, mode: "act" }, offered, rest)).end.reason).toBe("finished");
  });

  test("may say in a way of its own that its turn has failed", async () => {
    const modes = { currentModeId: "agent-full-access", availableModes: [] };
    const _meta = { jetbrains: { air: { sessionFailure: { title: "Connection failed", details: "no route" } } } };
    const { end, heard } = await asked({ name: "codex", program: "codex-acp", mode: "act" }, { modes }, [
      [{ id: 3, result: { stopReason: "end_turn", usage: { inputTokens: 1 }, _meta } }],
    ]);
    expect(heard[0]).toMatchObject({ params: { clientCapabilities: { _meta: { jetbrains: {} } } } });
    expect(end).toMatchObject({
      reason: "not-reached",
      text: "codex cannot reach its model: Connection failed: no route",
      usage: [{ input: 1 }],
    });
  });

  test("that is not logged in is told how to", async () => {
    const { end } = await asked(claude, OFFERED, [[{ id: 3, error: { code: -32000, message: "Auth" } }]]);
    expect(end.text).toBe(
      "claude-code is not logged in, or its key is refused; start `claude` and type /login, or set ANTHROPIC_API_KEY",
    );
  });
});

describe("before it is started", () => {
  const place = (search: string, variables = {}) => ({
    ...{ cwd: search, search: [search], tree: search, person: aPerson(variables, search) },
  });

  test("a known agent has to be installed", async () => {
    expect(await acpDriver("codex", place(tempFolder())).probe()).toEqual({
      ok: false,
      cause: "codex-acp is not installed: no folder of PATH has it",
      remedy: "npm install --global @agentclientprotocol/codex-acp",
    });
  });

  test("and to be let in", async () => {
    const folder = tempFolder();
    anActor(join(folder, "codex-acp"), []);
    const probe = await acpDriver("codex", place(folder)).probe();
    expect(probe).toMatchObject({
      ok: false,
      cause: "codex is not logged in",
      remedy: expect.stringContaining("login"),
    });
    const unused = acpDriver("codex", place(folder));
    expect((await worked(unused, aHost(shared.sandbox, unused, folder))).end.text).toMatch(
      /^codex is not logged in; .*login/,
    );
    const driver = acpDriver("codex", place(folder, { OPENAI_API_KEY: "k" }));
    expect(await driver.probe()).toMatchObject({ ok: true });
    expect(driver.reaches).toContain("api.openai.com:443");
  });
});
