import { expect, test } from "vitest";
import { permission } from "../../agents/session/permission.ts";
import type { McpTool } from "./mcp-tool.ts";
import { offerTools } from "./offer-tools.ts";

const aTool = (name: string, readOnly = false): McpTool => ({ name, readOnly, description: "", schema: {} });

const lent = (server: string, ...names: string[]) => ({ server, tools: names.map((name) => aTool(name)) });

test("a name is what every provider accepts, and says whose tool it is", () => {
  const { tools } = offerTools([lent("docs", "find page", "käse", "a/b.c", "x".repeat(100))]);
  expect(tools.map(({ offer }) => offer.name)).toEqual([
    "mcp_docs_a_b_c",
    "mcp_docs_find_page",
    "mcp_docs_k_se",
    `mcp_docs_${"x".repeat(55)}`,
  ]);
  expect(tools[0]).toMatchObject({ server: "docs", name: "a/b.c" });
});

test("the same names come out whatever the order of a list", () => {
  const names = ["b c", "b.c", "a"];
  expect(offerTools([lent("s", ...names)])).toMatchObject({ tools: [{ name: "a" }, { name: "b c" }] });
  expect(offerTools([lent("s", ...names.toReversed())])).toMatchObject({ tools: [{ name: "a" }, { name: "b c" }] });
});

test("where two have one name, the first server's keeps it", () => {
  const { tools, trouble } = offerTools([lent("a", "b_c"), lent("a_b", "c")]);
  expect(tools).toMatchObject([{ server: "a", name: "b_c" }]);
  expect(trouble).toEqual(["the tool `c` of MCP server `a_b` is left out: `mcp_a_b_c` is another one of `a` already"]);
});

test("in Plan mode leave is given only to those that say that they read", () => {
  const { tools } = offerTools([{ server: "s", tools: [aTool("read", true), aTool("write")] }]);
  const isAllowed = (mode: "act" | "plan"): boolean[] =>
    tools.map(
      ({ offer: { kind } }) => permission({ kind, told: "", paths: null }, { mode, writable: [], fenced: [] }).allow,
    );
  expect(tools.map(({ offer }) => offer.modes.includes("plan"))).toEqual([true, false]);
  expect(isAllowed("plan")).toEqual([true, false]);
  expect(isAllowed("act")).toEqual([true, true]);
});
