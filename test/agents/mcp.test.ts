import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import { opened, patient } from "../../src/builtin/mcp/a-server.testkit.ts";
import { findMcpServers } from "../../src/builtin/mcp/find-mcp-servers.ts";
import type { Mount } from "../../src/ports/sandbox.ts";
import { openSandbox } from "../../src/sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../src/sandbox/sandbox.testsuite.ts";
import { prerequisite } from "../prerequisite.ts";
import { tempFolder } from "../temp-folder.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

const PROGRAM = join(import.meta.dirname, "mcp-server.mjs");
const shown = [PROGRAM, join(import.meta.dirname, "node_modules")].map(
  (path): Mount => ({ ...{ show: path, at: path }, access: "read" }),
);

test("a server that is written with the protocol's own library lends its tools", async (context) => {
  installed(context);
  const folder = tempFolder();
  writeFileSync(join(folder, "notes.txt"), "one two three\n");
  const place = { cwd: folder, tree: folder, search: ["/usr/bin"], person: aPerson({}, folder) };
  const line = `${process.execPath} ${PROGRAM}`;
  const servers = findMcpServers(new Map([["notes", { line, keys: [] }]]), place).map((server) =>
    server.ok ? { ...server, mounts: [...server.mounts, ...shown] } : server,
  );
  const mcp = await opened(shared.sandbox, folder, servers, { access: "read" });
  expect(mcp.trouble).toEqual([]);
  expect(mcp.offers).toMatchObject([
    {
      ...{ name: "mcp_notes_count-words", description: "Counts the words of a file.", readOnly: true },
      schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    { name: "mcp_notes_draw", readOnly: false, schema: { type: "object" } },
  ]);

  const count = (input: Record<string, unknown>) => mcp.use("mcp_notes_count-words", input, patient());
  expect(await count({ path: join(folder, "notes.txt") })).toEqual({ state: "done", text: "3 words", diff: null });
  expect(await count({ path: "/no/such/file" })).toMatchObject({
    state: "failed",
    text: expect.stringContaining("ENOENT"),
  });
  expect(await count({ path: 5 })).toMatchObject({ state: "failed", text: expect.stringMatching(/path/) });
  expect(await mcp.use("mcp_notes_draw", {}, patient())).toMatchObject({
    state: "done",
    text: "[image: image/png, 3 bytes]",
  });
});
