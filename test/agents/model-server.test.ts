import { describe, expect, onTestFinished, test } from "vitest";
import { allInput } from "./model/account.ts";
import { askPlainly, MARK, PLAIN_WIRES, type Said } from "./model/plain-client.ts";
import type { Act, Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

// The formats are read by the agents themselves in the other tests; here is what no agent shows.

const SCRIPT: Script = [
  { when: ["Write", "again"], acts: [{ do: "say", text: "Again." }] },
  {
    when: ["Write"],
    acts: [
      { do: "refuse", status: 529, once: true },
      { do: "run", command: "true" },
      { do: "say", text: "Written." },
    ],
  },
];

const LONG = "Be brief. ".repeat(1_000);

describe.each(PLAIN_WIRES)("$name", (wire) => {
  const asking = (server: ModelServer, turns: readonly Said[], more = {}) => askPlainly(server, wire, turns, more);

  test("plays a script turn by turn, and counts every request", async () => {
    const server = await aServer(SCRIPT);
    expect(await asking(server, ["Write it."])).toMatchObject({
      status: 529,
      text: expect.stringContaining("overloaded"),
    });
    expect((await asking(server, ["Write it."])).text).toContain("run_command");
    expect((await asking(server, ["Write it.", { results: 1 }])).text).toContain("Written.");
    expect((await asking(server, ["Write it.", { results: 1 }, "Write it again."])).text).toContain("Again.");
    expect(server.asked.map(({ scene, reply }) => [scene, reply.kind === "said" ? reply.finish : reply.kind])).toEqual([
      [1, "refusal"],
      [1, "calls"],
      [1, "stop"],
      [0, "stop"],
    ]);
    expect(server.asked.map(({ account, tokens }) => allInput(account) === tokens.input)).toEqual([
      false,
      ...[true, true, true],
    ]);
    expect(server.asked[0]?.account).toEqual({ input: 0, cachedRead: 0, cachedWrite: 0, output: 0 });
  });

  test("says something and uses tools side by side, which are one turn", async () => {
    const acts = [said("Two."), run("first"), run("second")];
    const server = await aServer(play({ do: "both", acts }, said("End.")));
    for (const isStreamed of [false, true]) {
      expect((await asking(server, ["Go"], { isStreamed })).text).toMatch(/Two[\s\S]*first[\s\S]*second/);
    }
    expect((await asking(server, ["Go", { results: 2 }])).text).toContain("End.");
  });

  test("tells in a stream what it bills", async () => {
    const server = await aServer(play(said("x".repeat(400))));
    for (const _ of [1, 2]) await asking(server, ["Go"], { system: LONG, isStreamed: true });
    const { text } = await asking(server, ["Go"], { system: LONG, isStreamed: true });
    const account = server.asked.at(-1)?.account;
    expect(account).toMatchObject({ output: 100, cachedRead: expect.any(Number) });
    expect(account?.cachedRead).toBeGreaterThan(2_000);
    for (const count of [account?.cachedRead, account?.output])
      expect(text).toMatch(new RegExp(`[tT]okens?\\w*":${count}\\b|TokenCount":${count}\\b`));
  });

  test("keeps the beginning of a request, once it is long enough", async () => {
    const server = await aServer(play(said("End.")));
    for (const system of ["Be brief.", "Be brief.", LONG, LONG, `${LONG}!`]) await asking(server, ["Go"], { system });
    const kept = server.asked.map(({ account: { cachedRead, cachedWrite } }) => [cachedRead > 0, cachedWrite > 0]);
    const writes = wire.name === "anthropic messages";
    expect(kept).toEqual([
      ...[
        [false, false],
        [false, false],
      ],
      [false, writes],
      [true, false],
      [false, writes],
    ]);
  });

  test("breaks off before it begins, and costs nothing; or in the middle, and costs what was said", async () => {
    const server = await aServer(
      play(
        { do: "break", at: "beginning", text: "", once: true },
        { do: "break", at: "middle", text: "x".repeat(400), once: true },
        said("End."),
      ),
    );
    for (const _ of [1, 2]) await expect(asking(server, ["Go"], { isStreamed: true })).rejects.toThrow("terminated");
    expect((await asking(server, ["Go"])).text).toContain("End.");
    expect(server.asked.map(({ account }) => [allInput(account) > 0, account.output])).toEqual([
      [false, 0],
      [true, 50],
      [true, 1],
    ]);
  });

  test("says in its own words that a request is longer than its window, and bills nothing", async () => {
    const server = await aServer(play(said("End.")), { window: 1_000 });
    const { status, text } = await asking(server, ["Go"], { system: LONG });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toMatch(OVERFLOW[wire.name] ?? /never/);
    expect(allInput(server.asked[0]?.account ?? expect.fail())).toBe(0);
  });

  test.each([
    ["length", /max_tokens|max_output_tokens|"length"|MAX_TOKENS/],
    ["withheld", /refusal|content_filter|SAFETY/],
  ] as const)("says why it does not go on: %s", async (finish, words) => {
    const server = await aServer(play({ do: "say", text: "Half", finish }));
    for (const isStreamed of [false, true]) {
      expect((await asking(server, ["Go"], { isStreamed })).text).toMatch(words);
    }
  });

  test("uses a tool that nobody has offered, and writes what is no JSON", async () => {
    const server = await aServer(
      play(
        { do: "use", tool: "fly", input: { to: "the moon" } },
        { do: "use", tool: "run_command", input: "{rubbish" },
      ),
    );
    expect((await asking(server, ["Go"])).text).toMatch(/fly[\s\S]*the moon/);
    const { text } = await asking(server, ["Go", { results: 1 }], { isStreamed: true });
    expect(text).toMatch(wire.name.startsWith("gemini") ? /MALFORMED_FUNCTION_CALL/ : /\{rubbish/);
  });

  test("uses no tool where it may not", async () => {
    const server = await aServer(play(run("true")));
    const more = NO_CALLS[wire.name] ?? { tool_choice: "none" };
    expect((await asking(server, ["Go"], { more })).text).toContain("So much for now.");
  });
});

const NO_CALLS: Readonly<Record<string, object>> = {
  "anthropic messages": { tool_choice: { type: "none" } },
  "gemini generateContent": { toolConfig: { functionCallingConfig: { mode: "NONE" } } },
};

const OVERFLOW: Readonly<Record<string, RegExp>> = {
  "anthropic messages": /^prompt is too long: \d+ tokens > 1000 maximum$/,
  "openai responses": /^Your input exceeds the context window of this model/,
  "openai chat completions": /maximum context length is 1000 tokens.*your messages resulted in/,
  "gemini generateContent": /^The input token count \(\d+\) exceeds the maximum number of tokens allowed \(1000\)\.$/,
  "openai compatible": /maximum context length is 1000 tokens.*your request has/,
};

const [anthropic = expect.fail()] = PLAIN_WIRES;

test("a request without tools is none of the script's, unless a scene says so", async () => {
  const server = await aServer([...SCRIPT, { when: ["Sum up"], acts: [said("A sum.")], withoutTools: true }]);
  expect((await askPlainly(server, anthropic, ["Write it."], { more: { tools: [] } })).text).toContain('"ok"');
  expect((await askPlainly(server, anthropic, ["Sum up."], { more: { tools: [] } })).text).toContain("A sum.");
  expect(server.asked).toMatchObject([{ scene: null }, { scene: 2 }]);
});

test("a prompt may come in several texts", async () => {
  const server = await aServer([{ when: ["Write", "again"], acts: [said("Again.")] }, ...play(said("Once."))]);
  const content = ["Be brief.", "Write", "it again."].map((text) => ({ type: "text", text }));
  await askPlainly(server, anthropic, [], { more: { messages: [{ role: "user", content }] } });
  expect(server.asked).toMatchObject([{ scene: 0, prompt: "Write\nit again." }]);
});

test("a model that begins anew never stops", async () => {
  const server = await aServer([
    {
      when: ["Go"],
      acts: [run("one"), run("two")],
      again: true,
    },
  ]);
  const told = [0, 1, 2, 3, 4].map((rounds) =>
    askPlainly(server, anthropic, ["Go", ...Array<Said>(rounds).fill({ results: 1 })]),
  );
  expect((await Promise.all(told)).map(({ text }) => /one|two/.exec(text)?.[0])).toEqual([
    "one",
    "two",
    "one",
    "two",
    "one",
  ]);
});

test("a slow model takes its time", async () => {
  const server = await aServer(play({ do: "say", text: "Slowly but surely, one after the other.", milliseconds: 300 }));
  const began = performance.now();
  expect((await askPlainly(server, anthropic, ["Go"], { isStreamed: true })).text).toContain("message_stop");
  expect(performance.now() - began).toBeGreaterThan(250);
});

test("who is refused is told when to come back", async () => {
  const server = await aServer(play({ do: "refuse", status: 429, retryAfter: 2 }));
  const { status, headers } = await askPlainly(server, anthropic, ["Go"]);
  expect([status, headers.get("retry-after")]).toEqual([429, "2"]);
});

test("five marks are too many", async () => {
  const server = await aServer(play(said("End.")));
  const system = Array.from({ length: 5 }, () => ({ type: "text", text: "Be brief.", cache_control: MARK }));
  const { status, text } = await askPlainly(server, anthropic, ["Go"], { more: { system } });
  expect([status, text]).toEqual([400, expect.stringContaining("A maximum of 4 blocks")]);
});

test("what is marked later is written, and what was marked before it is read", async () => {
  const server = await aServer(play(said("End.")));
  const marked = (text: string) => ({ role: "user", content: [{ type: "text", text, cache_control: MARK }] });
  const [one, two] = [LONG, "Go ".repeat(2_000)];
  await askPlainly(server, anthropic, [], { more: { messages: [marked(one)] } });
  await askPlainly(server, anthropic, [], { more: { messages: [{ role: "user", content: one }, marked(two)] } });
  const [first, second] = server.asked.map(({ account }) => account);
  expect(second?.cachedRead).toBe(first?.cachedWrite);
  expect(second?.cachedWrite).toBeGreaterThan(1_400);
});

async function aServer(script: Script, options = {}): Promise<ModelServer> {
  const server = await startModelServer(script, options);
  onTestFinished(() => server.close());
  return server;
}

const play = (...acts: Act[]): Script => [{ when: ["Go"], acts }];

const said = (text: string) => ({ do: "say", text }) as const;

const run = (command: string) => ({ do: "run", command }) as const;
