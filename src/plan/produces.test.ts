import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aContract, aStep, noFiles } from "./a-plan.testkit.ts";
import { producedBy } from "./produces.ts";

const fromContract = (...commands: string[]): string[] =>
  producedBy(aStep("a", { what: "", contracts: commands.map((command) => aContract({ command })) }));
const fromWhat = (what: string): string[] => producedBy(aStep("a", { what, contracts: [] }));

describe("producedBy", () => {
  test("collects Files to Add, paths of every contract and backticked paths of the What, each once", () => {
    const step = aStep("a", {
      what: "Write it to `docs/analysis.md`, see `./src/new.ts`.",
      files: { ...noFiles, add: [{ path: "src/new.ts" }], change: [{ path: "src/old.ts" }] },
      contracts: [aContract({ command: "test -f docs/analysis.md" }), aContract({ command: "node out/main.js" })],
    });
    expect(producedBy(step)).toEqual(["src/new.ts", "docs/analysis.md", "out/main.js"]);
  });

  test.each([
    ['test -f docs/a.md && test "$(wc -l < docs/a.md)" -gt 10', ["docs/a.md"]],
    ["uv run pytest tests/auth/ -x", ["tests/auth"]],
    ["pytest tests/test_a.py::test_b -x", ["tests/test_a.py"]],
    ["uv run ruff check src/auth/ && uv run pyright src/auth/", ["src/auth"]],
    ["gh pr view --json state -q '.state' | grep -q OPEN", []],
    ['grep -q "APPROVED\\|CHANGES" docs/review.md', ["docs/review.md"]],
    ['uv run python -c "import httpx; print(httpx.__version__)"', []],
    ["build --out=dist/app.js -o./lib.so", ["dist/app.js"]],
    ["cat $HOME/x.md ~/y.md /etc/passwd ../up.md src/*.ts 'a?.md' {a,b}.ts", []],
    ["curl https://example.org/a.md", []],
    ["./gradlew test", ["gradlew"]],
    ["test -f package.json; ls > list.txt 2>/dev/null", ["package.json", "list.txt"]],
    ["cd . && cd ./ && echo 1.5", []],
  ])("reads %j", (command, paths) => {
    expect(fromContract(command)).toEqual(paths);
  });

  test("reads only what stands in backticks and is one word", () => {
    expect(fromWhat("Put src/a.ts and `src/b.ts:12` into `uv run c/d.py` or `README.md.` and `plain`")).toEqual([
      "src/b.ts",
      "README.md",
    ]);
  });

  test("survives any text, and names relative paths only", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (command, what) => {
        for (const path of producedBy(aStep("a", { what, contracts: [aContract({ command })] }))) {
          expect(path).toMatch(/^[^/\s*?$~-][^\s*?$]*$/);
        }
      }),
    );
  });

  test("takes linear time", () => {
    const nasty = [".", ":", "`", "a.", "-", "a/"].map((piece) => piece.repeat(300_000)).join(" ");
    producedBy(aStep("a", { what: nasty, contracts: [aContract({ command: nasty })] }));
  }, 2000);
});
