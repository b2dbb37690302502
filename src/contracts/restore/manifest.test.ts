import fc from "fast-check";
import { expect, test } from "vitest";
import { restoreManifest } from "./manifest.ts";

const BASE = `{
    "name": "x",
    "files": ["a", "b"],
    "scripts": { "test": "vitest run", "build": "tsc" },
    "devDependencies": {
        "vitest": "3.0.0"
    }
}
`;
const used = new Set(["test"]);
const restored = (worker: string, base = BASE): string | null => restoreManifest(base, worker, used)?.text ?? null;

test("leaves alone what no contract rests on", () => {
  expect(restored(BASE)).toBeNull();
  expect(restored(BASE.replace('"tsc"', '"tsc -b"').replace('"x"', '"y"').replace('["a", "b"]', "[]"))).toBeNull();
  expect(restored(BASE.replace('"vitest":', '"zod": "4.0.0",\n        "vitest":'))).toBeNull();
});

test("puts a script back and keeps every other letter", () => {
  const worker = BASE.replace("vitest run", "true").replace('["a", "b"]', '[ "c" ]');
  expect(restored(worker)).toBe(BASE.replace('["a", "b"]', '[ "c" ]'));
});

test("puts a script back that is gone, into the object or with it", () => {
  expect(JSON.parse(restored(BASE.replace('"test": "vitest run", ', "")) ?? "")).toEqual(
    expect.objectContaining({ scripts: { build: "tsc", test: "vitest run" } }),
  );
  expect(JSON.parse(restored('{"name":"x"}') ?? "")).toEqual({
    name: "x",
    scripts: { test: "vitest run" },
    devDependencies: { vitest: "3.0.0" },
  });
  expect(JSON.parse(restored("{}") ?? "").scripts).toEqual({ test: "vitest run" });
});

test("takes out hooks and settings that were not there", () => {
  const worker = BASE.replace('"build"', '"pretest": "true", "build"').replace(
    '"files"',
    '"jest": { "bail": 1 },\n    "files"',
  );
  expect(restored(worker)).toBe(BASE);
  const last = BASE.replace('"tsc" }', '"tsc", "posttest": "true" }');
  expect(restored(last)).toBe(BASE);
});

test("reads a key that is written twice as every program does", () => {
  const worker = BASE.replace('"files"', '"scripts": { "test": "vitest run" },\n    "files"').replace(
    '"test": "vitest run", "b',
    '"test": "true", "b',
  );
  const text = restored(worker) ?? "";
  expect(JSON.parse(text).scripts.test).toBe("vitest run");
});

test("keeps CRLF and a byte order mark", () => {
  const worker = `\ufeff${BASE.replace("vitest run", "true").replaceAll("\n", "\r\n")}`;
  expect(restored(worker)).toBe(`\ufeff${BASE.replaceAll("\n", "\r\n")}`);
});

test("gives the base back for what is no object", () => {
  for (const worker of ["", "{", "[]", "null", `${"[".repeat(100_000)}`]) expect(restored(worker)).toBe(BASE);
});

test("gives the base back for what is nested too deep to be compared", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(restored(BASE.replace("vitest run", "true").replace('["a", "b"]', deep))).toBe(BASE);
});

test("an alias that leads to tests leads there still, and one that leads to the product does not matter", () => {
  const base = `{ "imports": { "#same": {"default":"./test/same.js"}, "#app": "./src/app.js" } }`;
  expect(restored(base.replace("./test/same.js", "./src/same.js").replace("app.js", "b.js"), base)).toBe(
    base.replace("app.js", "b.js"),
  );
  expect(restored(base.replace("app.js", "b.js"), base)).toBeNull();
});

test("whatever the worker writes, the contract's script is the one of the base", () => {
  const worker = fc.record(
    {
      scripts: fc.dictionary(fc.constantFrom("test", "pretest", "a", "__proto__"), fc.string()),
      jest: fc.json(),
      x: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(worker, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const result = JSON.parse(restored(text) ?? text);
      expect(result.scripts).toMatchObject({ test: "vitest run" });
      expect(Object.keys(result.scripts)).not.toContain("pretest");
      expect(result).not.toHaveProperty("jest");
      expect(result.x).toEqual(JSON.parse(text).x);
    }),
  );
});
