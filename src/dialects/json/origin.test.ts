import { describe, expect, test } from "vitest";
import type { Parsed } from "../../ports/dialect.ts";
import { originOf, staleOrigin } from "./origin.ts";
import { parseJson } from "./parse.ts";
import { writeJson } from "./print.ts";

const read = (text: string): Parsed => parseJson({ root: "plan.json", files: [{ path: "plan.json", text }] });
const withOrigin = (origin: unknown): Parsed => read(JSON.stringify({ goal: "x", steps: [], planwright: { origin } }));

describe("an origin", () => {
  test("comes back byte for byte, and changes nothing of the plan", () => {
    const parsed = read('{"goal": "x", "steps": [{"action": "y"}]}');
    const files = [
      { path: "overview.md", text: '\uFEFF# "A"\r\n\r\n\\n\ttab\rold\u2028' },
      { path: "tasks/01-a.md", text: "" },
    ];
    const [written] = writeJson(parsed.plan, { dialect: "thread", files });
    const again = read(written?.text ?? "");
    expect(originOf(again)).toEqual({ dialect: "thread", files });
    expect(again.diagnostics).toEqual([]);
    expect(again.plan).toEqual(parsed.plan);
    expect(written?.text.trimEnd().split("\n").slice(-2)).toEqual(["  }", "}"]);
  });

  test("is pointed at when it has grown stale", () => {
    const text = '{"goal": "x", "steps": [],\n"planwright": {\n"origin": {"dialect": "steps", "files": []}}}';
    const { code, span } = staleOrigin(read(text));
    expect([code, text.slice(span.start, span.end)]).toEqual(["PW125", "origin"]);
  });

  test("is not there in most plans", () => {
    expect(originOf(read('{"goal": "x", "steps": []}'))).toBeNull();
    expect(originOf(read("{"))).toBeNull();
  });

  const paths = ["/etc/passwd", "../a.md", "a/../../b.md", "a//b.md", "./a.md", "", "C:\\a.md", "C:/a.md", "a\nb"];
  test.each<[string, unknown, string]>([
    ["a text", "steps", "PW105"],
    ["without files", { dialect: "steps" }, "PW109"],
    ["of a dialect nobody knows", { dialect: "stpes", files: [] }, "PW105"],
    ["of JSON itself", { dialect: "json", files: [] }, "PW105"],
    ["with a file that has no text", { dialect: "steps", files: [{ path: "a.md" }] }, "PW105"],
    ["with a file that is a text", { dialect: "steps", files: ["a.md"] }, "PW105"],
    ["with two files of one name", { dialect: "steps", files: [file("a.md"), file("a.md")] }, "PW105"],
    ...paths.map((path): [string, unknown, string] => [
      `with the path ${JSON.stringify(path)}`,
      { dialect: "steps", files: [file(path)] },
      "PW105",
    ]),
  ])("is refused %s", (_, origin, code) => {
    const parsed = withOrigin(origin);
    expect(parsed.diagnostics.map((each) => each.code)).toEqual([code]);
    expect(originOf(parsed)).toBeNull();
  });
});

function file(path: string) {
  return { path, text: "" };
}
