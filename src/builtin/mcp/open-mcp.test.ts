import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Said } from "../../agents/acp/an-agent.testkit.ts";
import { aMark, processesWith, until } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { anActingServer, answer, aServer, aTool, HELLO, listing, opened, patient } from "./a-server.testkit.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
beforeEach((context) => void installed(context));

const heardIn = (folder: string): { method?: string; [field: string]: unknown }[] =>
  readFileSync(join(folder, "heard"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** One server that says its lines, and a tool of it that is used at once. */
async function used(said: readonly Said[], { atLast, use }: { atLast?: string; use?: number } = {}) {
  const folder = tempFolder();
  const servers = anActingServer(folder, "docs", [...listing([aTool("find")]), ...said], atLast);
  const mcp = await opened(shared.sandbox, folder, servers, use === undefined ? {} : { use });
  expect(mcp.trouble).toEqual([]);
  return { folder, mcp, used: await mcp.use("mcp_docs_find", { query: "a" }, patient()) };
}

describe("a server", () => {
  test("is greeted, lists its tools page by page, and is used", async () => {
    const folder = tempFolder();
    const schema = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
    const parts = [
      ...listing([aTool("find", { inputSchema: schema })], { nextCursor: "p2" }),
      ...listing([aTool("add", { annotations: { readOnlyHint: true } })], {}, 3),
      [answer(4, "three")],
    ];
    const mcp = await opened(shared.sandbox, folder, anActingServer(folder, "docs", parts));
    expect(mcp.trouble).toEqual([]);
    expect(mcp.offers).toMatchObject([
      { name: "mcp_docs_add", readOnly: true, kind: "read", modes: ["act", "plan"], description: "Does add." },
      { name: "mcp_docs_find", readOnly: false, kind: "run", modes: ["act"], schema },
    ]);
    expect(mcp.offers.map((offer) => [offer.told({}), offer.paths({})])).toEqual([
      ["docs: add", null],
      ["docs: find", null],
    ]);
    expect(await mcp.use("mcp_docs_find", { query: "a\nb" }, patient())).toEqual({
      ...{ state: "done", text: "three", diff: null },
    });
    expect(heardIn(folder)).toEqual([
      {
        ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: expect.anything() },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} },
      { jsonrpc: "2.0", id: 3, method: "tools/list", params: { cursor: "p2" } },
      { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "find", arguments: { query: "a\nb" } } },
    ]);
  });

  test("may speak an older version", async () => {
    const folder = tempFolder();
    const old = [{ id: 1, result: { protocolVersion: "2024-11-05", capabilities: { tools: {} } } }];
    const [, ...rest] = listing([aTool("find")]);
    const mcp = await opened(shared.sandbox, folder, anActingServer(folder, "docs", [old, ...rest]));
    expect(mcp).toMatchObject({ trouble: [], offers: [{ name: "mcp_docs_find" }] });
  });

  test("is answered when it wants to know whether we live, and refused all else", async () => {
    const noise: Said = [
      "Welcome!",
      { method: "notifications/message", params: { data: "hello" } },
      { id: 77, result: { content: [{ type: "text", text: "unasked" }] } },
      { id: "3", result: { content: [{ type: "text", text: "unasked" }] } },
      { id: "p", method: "ping" },
      { id: 3, method: "sampling/createMessage", params: {} },
      { id: 5, method: "roots/list" },
    ];
    const { folder, used: use } = await used([noise, [], [], [answer(3, "good")]]);
    expect(use).toMatchObject({ state: "done", text: "good" });
    expect(heardIn(folder).slice(4)).toMatchObject([
      { id: "p", result: {} },
      { id: 3, error: { code: -32601 } },
      { id: 5, error: { code: -32601 } },
    ]);
  });

  test("may be asked several things at a time, and answer in any order", async () => {
    const folder = tempFolder();
    const parts = [...listing([aTool("find")]), [], [answer(4, "second"), answer(3, "first")]];
    const mcp = await opened(shared.sandbox, folder, anActingServer(folder, "docs", parts));
    const texts = await Promise.all(["a", "b"].map((query) => mcp.use("mcp_docs_find", { query }, patient())));
    expect(texts.map(({ text }) => text)).toEqual(["first", "second"]);
  });

  test("is held by its mounts, whatever it says about itself", async () => {
    const folder = tempFolder();
    const script = `for _ in 1 2 3 4; do read -r line; case $line in
      *initialize\\"*) echo '${JSON.stringify(HELLO[0])}' ;;
      *tools/list*) echo '${JSON.stringify({ id: 2, result: { tools: [aTool("peek", { annotations: { readOnlyHint: true } })] } })}' ;;
      *tools/call*) echo x > made.txt && said=written || said=held
        echo '{"id":3,"result":{"content":[{"type":"text","text":"'$said'"}]}}' ;;
    esac; done; sleep 600`;
    writeFileSync(join(folder, "docs.sh"), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
    const mcp = await opened(shared.sandbox, folder, aServer(folder, "docs", "./docs.sh"), { access: "read" });
    expect(mcp).toMatchObject({ trouble: [], offers: [{ kind: "read" }] });
    expect(await mcp.use("mcp_docs_peek", {}, patient())).toMatchObject({ state: "done", text: "held" });
    expect(existsSync(join(folder, "made.txt"))).toBe(false);
  });
});

describe("the use of a tool", () => {
  test("fails where the server says so", async () => {
    expect((await used([[answer(3, "no such page", { isError: true })]])).used).toEqual({
      ...{ state: "failed", text: "no such page", diff: null },
    });
    const error = { id: 3, error: { code: -32602, message: "\u001b[31mquery is missing" } };
    expect((await used([[error]])).used).toEqual({ state: "failed", text: "query is missing", diff: null });
    expect((await used([[{ id: 3, result: [1] }]])).used).toMatchObject({
      ...{ state: "failed", text: "its answer is no result" },
    });
  });

  test("fails when the server ends meanwhile, and at once ever after", async () => {
    const { mcp, used: use } = await used([[]], { atLast: "echo 'out of luck' >&2; exit 3" });
    const text = "the MCP server `docs` is gone: it ended with status 3: out of luck";
    expect(use).toEqual({ state: "failed", text, diff: null });
    expect(await mcp.use("mcp_docs_find", {}, patient())).toEqual(use);
  });

  test("fails when it takes too long, and the server hears of it", async () => {
    const { mcp, folder, used: use } = await used([[], [], [answer(3, "late"), answer(4, "in time")]], { use: 700 });
    expect(use).toMatchObject({ state: "failed", text: "no answer came within 0.7 s" });
    expect(await mcp.use("mcp_docs_find", {}, patient())).toMatchObject({ text: "in time" });
    expect(heardIn(folder)[4]).toMatchObject({ method: "notifications/cancelled", params: { requestId: 3 } });
  });

  test("fails when it is stopped", async () => {
    const folder = tempFolder();
    const mcp = await opened(shared.sandbox, folder, anActingServer(folder, "docs", listing([aTool("find")])));
    const stopping = new AbortController();
    const use = mcp.use("mcp_docs_find", {}, stopping.signal);
    stopping.abort();
    expect(await use).toMatchObject({ state: "failed", text: "it was stopped" });
    expect(await mcp.use("mcp_docs_find", {}, stopping.signal)).toMatchObject({ text: "it was stopped" });
  });

  test("fails for a tool that was never offered", async () => {
    const { mcp } = await used([[answer(3, "")]]);
    expect(await mcp.use("find", {}, patient())).toMatchObject({
      ...{ state: "failed", text: "there is no tool `find`" },
    });
  });
});

describe("a server is left out, and the others work,", () => {
  const endless = (page: string): string => `echo '${JSON.stringify(HELLO[0])}'
    read -r _; read -r _; for ((id = 1; ; id++)); do read -r _ || exit; ${page}; done`;

  test.each<[why: string, parts: Said[], atLast: string | undefined, told: string]>([
    ["ends at once", [], "echo 'no licence' >&2; exit 4", "it ended with status 4: no licence"],
    ["ends well", [HELLO, []], "exit 0", "it has ended"],
    ["says nothing", [[]], undefined, "it was not ready within 1.5 s"],
    ["does not read", [], "exec 0<&-; sleep 600", "it was not ready within 1.5 s"],
    ["prints rubbish", [], "yes rubbish", "it prints something that is not the protocol"],
    [
      "prints a line without an end",
      [],
      "head -c 5M /dev/zero; sleep 600",
      "it prints a line that is too long for a message",
    ],
    [
      "prints a line too long",
      [],
      "head -c 5M /dev/zero; echo; sleep 600",
      "it prints a line that is too long for a message",
    ],
    [
      "asks and reads nothing",
      [],
      `yes '{"id":"${"x".repeat(2000)}","method":"a"}'`,
      "it asks and asks, and reads no answer",
    ],
    ["refuses", [[{ id: 1, error: { message: "not\ntoday" } }]], undefined, "it does not want to begin: not\ntoday"],
    [
      "names no version",
      [[{ id: 1, result: { protocolVersion: 5 } }]],
      undefined,
      "it does not say which version it speaks",
    ],
    [
      "speaks another version",
      [[{ id: 1, result: { protocolVersion: "2031-01-01", capabilities: { tools: {} } } }]],
      undefined,
      "it speaks version 2031-01-01 of the protocol; understood are 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05",
    ],
    [
      "offers none",
      [[{ id: 1, result: { protocolVersion: "2025-11-25", capabilities: {} } }]],
      undefined,
      "it offers no tools",
    ],
    ["lists no list", [HELLO, [], [{ id: 2, result: { tools: "all" } }]], undefined, "its list of tools is none"],
    [
      "does not list",
      [HELLO, [], [{ id: 2, error: {} }]],
      undefined,
      "it does not list its tools: it does not say why",
    ],
  ])("when it %s", async (_, parts, atLast, told) => {
    const folder = tempFolder();
    const mark = aMark();
    const bad = anActingServer(folder, "bad", parts, `sleep ${mark} & ${atLast ?? "sleep 600"}`);
    const good = anActingServer(folder, "good", listing([aTool("find")]));
    const mcp = await opened(shared.sandbox, folder, [...bad, ...good], { start: 1500 });
    expect(mcp.trouble).toEqual([`MCP server \`bad\`: it is left out: ${told}`]);
    expect(mcp.offers.map(({ name }) => name)).toEqual(["mcp_good_find"]);
    expect(processesWith(mark)).toEqual([]);
  });

  test("when it floods", async () => {
    const folder = tempFolder();
    const servers = anActingServer(folder, "bad", [], `yes '{"method":"notifications/message"}'`);
    const mcp = await opened(shared.sandbox, folder, servers, { outputBytes: 1 << 20 });
    expect(mcp.trouble).toEqual(["MCP server `bad`: it is left out: it was stopped: it printed more than it may"]);
  });

  test("when it is not there, or the sandbox does not start it", async () => {
    const folder = tempFolder();
    const servers = [...aServer(folder, "a", "./no-such.sh"), ...anActingServer(folder, "b", [])];
    const mcp = await opened(shared.sandbox, join(folder, "missing"), servers);
    expect(mcp.trouble).toEqual([
      expect.stringMatching(/^MCP server `a`: it is left out: \.\/no-such\.sh is not there/),
      expect.stringMatching(/^MCP server `b`: it is left out: .+/),
    ]);
  });

  test("and a list without an end is cut", async () => {
    const folder = tempFolder();
    const empty = `echo '{"id":'$((id + 1))',"result":{"tools":[],"nextCursor":"more"}}'`;
    const one = `echo '{"id":'$((id + 1))',"result":{"tools":[{"name":"t'$id'","inputSchema":{"type":"object"}}],"nextCursor":"more"}}'`;
    const tools = Array.from({ length: 130 }, (_, at) => aTool(`t${at}`));
    const mcp = await opened(shared.sandbox, folder, [
      ...anActingServer(folder, "empty", [], endless(empty)),
      ...anActingServer(folder, "paged", [], endless(one)),
      ...anActingServer(folder, "whole", listing(tools)),
    ]);
    expect(mcp.offers).toHaveLength(128);
    expect(mcp.offers.filter(({ name }) => name.startsWith("mcp_paged_"))).toHaveLength(20);
    expect(mcp.trouble.slice(0, 4)).toEqual([
      "MCP server `empty`: of its tools only the first 0 are looked at",
      "MCP server `paged`: of its tools only the first 20 are looked at",
      "MCP server `whole`: of its tools only the first 128 are looked at",
      expect.stringMatching(/^the tool `t\d+` of MCP server `whole` is left out: there are 128 already$/),
    ]);
    expect(mcp.trouble.at(-1)).toBe("and 15 more like these");
  });
});

describe("no process is left", () => {
  test("after closing, as often as one likes", async () => {
    const [folder, mark] = [tempFolder(), aMark()];
    const atLast = `sleep ${mark} & sleep ${mark}`;
    const servers = ["a", "b"].flatMap((name) => anActingServer(folder, name, listing([aTool("find")]), atLast));
    const mcp = await opened(shared.sandbox, folder, servers);
    await until(() => processesWith(mark).length > 3);
    await Promise.all([mcp.close(), mcp.close()]);
    expect(processesWith(mark)).toEqual([]);
    expect(await mcp.use("mcp_a_find", {}, patient())).toMatchObject({ state: "failed" });
  });

  test.each(["while it starts", "later"])("after an abort %s", async (when) => {
    const [folder, mark, stopping] = [tempFolder(), aMark(), new AbortController()];
    const parts = when === "later" ? listing([aTool("find")]) : [[]];
    const servers = anActingServer(folder, "a", parts, `sleep ${mark} & sleep ${mark}`);
    const opening = opened(shared.sandbox, folder, servers, { signal: stopping.signal });
    if (when === "later") expect((await opening).trouble).toEqual([]);
    await until(() => processesWith(mark).length > 1);
    stopping.abort();
    const mcp = await opening;
    if (when !== "later") expect(mcp.trouble).toEqual(["MCP server `a`: it is left out: it was stopped"]);
    await until(() => processesWith(mark).length === 0);
  });
});
