import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aPerson } from "../../agents/known/a-person.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aTool, HELLO, opened, patient } from "./a-server.testkit.ts";
import { findMcpServers, type McpServer } from "./find-mcp-servers.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

/** A person with a home, a key and a repository, and the same program in both. */
function scene(program = "#!/bin/bash\n") {
  const folder = tempFolder();
  const [home, tree] = [join(folder, "home"), join(folder, "tree")];
  for (const each of [home, tree]) {
    mkdirSync(each);
    writeFileSync(join(each, "server.sh"), program, { mode: 0o755 });
  }
  const person = aPerson({ DOCS_KEY: "key-123456789" }, home);
  const find = (line: string, keys: readonly string[] = []): McpServer | undefined =>
    findMcpServers(new Map([["docs", { line, keys }]]), { cwd: tree, tree, search: ["/usr/bin"], person })[0];
  return { home, tree, find };
}

describe("a server", () => {
  test("is looked for from the person's home, and shown inside", () => {
    const { home, find } = scene();
    const at = join(home, "server.sh");
    const found = find("./server.sh --stdio");
    expect(found).toMatchObject({ ok: true, name: "docs", mounts: [{ show: at, at, access: "read" }] });
    expect(found?.ok && found.command("/tree")).toEqual({
      ...{ argv: ["bash", "-c", `'${at}' --stdio`], cwd: "/tree", env: {}, secrets: {}, stdin: "open" },
    });
  });

  test("of the repository is the worker's own", () => {
    const { tree, find } = scene();
    const found = find(join(tree, "server.sh"));
    expect(found).toMatchObject({ ok: true, mounts: [] });
    expect(found?.ok && found.command("/tree").argv.at(-1)).toBe("'/tree/server.sh'");
  });

  test.each([
    ["./nowhere.sh", [], /^\.\/nowhere\.sh is not there/],
    ["TREE/server.sh", ["DOCS_KEY"], /^it has keys, and server\.sh lies in the repository/],
    ["./server.sh; true", ["DOCS_KEY"], /^it has keys, and .* only the shell knows what it starts/],
    ["./server.sh", ["DOCS_KEY", "MORE"], /^it needs MORE, which is not set$/],
  ])("%s with %j is not started", (line, keys, why) => {
    const { tree, find } = scene();
    expect(find(line.replace("TREE", tree), keys)).toEqual({
      ok: false,
      name: "docs",
      why: expect.stringMatching(why),
    });
  });
});

describe("a key", () => {
  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  test("is the server's, and what it says of it nobody reads", async (context) => {
    installed(context);
    const list = JSON.stringify({ id: 2, result: { tools: [aTool("tell")] } });
    const { tree, find } = scene(`#!/bin/bash
read -r _; echo '${JSON.stringify(HELLO[0])}'; read -r _; read -r _; echo '${list}'
read -r _; echo '{"id":3,"result":{"content":[{"type":"text","text":"'"\${#DOCS_KEY} $DOCS_KEY"'"}]}}'
sleep 600
`);
    const server = find("./server.sh", ["DOCS_KEY"]);
    const mcp = await opened(shared.sandbox, tree, server ? [server] : []);
    expect(mcp.trouble).toEqual([]);
    expect(await mcp.use("mcp_docs_tell", {}, patient())).toMatchObject({ state: "done", text: "13 [secret]" });
  });

  test.each([
    ["refuses", `echo '{"id":3,"error":{"code":1,"message":"no to '"$DOCS_KEY"'"}}'; sleep 600`, "no to [secret]"],
    ["dies", `echo "no to $DOCS_KEY" >&2; exit 3`, "is gone: it ended with status 3: no to [secret]"],
  ])("is not told by a server that %s", async (_, does, told) => {
    const list = JSON.stringify({ id: 2, result: { tools: [{ ...aTool("tell"), description: "KEY" }] } });
    const { tree, find } = scene(`#!/bin/bash
read -r _; echo '${JSON.stringify(HELLO[0])}'; read -r _; read -r _; echo '${list.replace("KEY", `'"$DOCS_KEY"'`)}'
read -r _; ${does}
`);
    const server = find("./server.sh", ["DOCS_KEY"]);
    const mcp = await opened(shared.sandbox, tree, server ? [server] : []);
    expect(mcp.offers).toMatchObject([{ description: "[secret]" }]);
    const used = await mcp.use("mcp_docs_tell", {}, patient());
    expect(used).toMatchObject({ state: "failed", text: expect.stringContaining(told) });
  });
});
