import { describe, expect, test } from "vitest";
import { verdictOn } from "../../src/engine/proof/verdict-on.ts";
import { resultLine } from "../../src/telling/result-line.ts";
import { write } from "../a-checkout.ts";
import { aRun, planOf } from "../attack/a-run.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";

/** A plan that lists no files may change tests; what it changes without announcing it judges nothing later on. */
const PLAN = planWith([
  { heading: "1. Subtract", task: "Add `sub`.", contract: "node --test" },
  { heading: "2. Divide", task: "Add `div`.", contract: "node --test" },
]);

const tested = (name: string, text: string): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\nimport { ${name} } from "../src/${name}.js";\n\n${text}`;
const MUL_TEST = tested("mul", 'test("multiplies", () => {\n  assert.equal(mul(2, 3), 6);\n});\n');
const FILES = {
  "package.json": '{ "name": "sums", "private": true, "type": "module" }\n',
  "src/mul.js": "export const mul = (a, b) => a * b;\n",
  "test/mul.test.js": MUL_TEST,
};

const writes = (path: string, text: string): string => `cat > ${path} <<'END'\n${text}END\n`;
const SUB = writes("src/sub.js", "export const sub = (a, b) => a - b;\n");
const SUB_TEST = writes("test/sub.test.js", tested("sub", 'test("subtracts", () => assert.equal(sub(3, 1), 2));\n'));
const DIV = writes("src/div.js", "export const div = (a, b) => a / b;\n");
const DIV_TEST = writes("test/div.test.js", tested("div", 'test("divides", () => assert.equal(div(6, 3), 2));\n'));
const LEAVES_MUL_UNTESTED = "sed -i 's/^  assert/  return; assert/' test/mul.test.js\n";

/** What the worker does at each step, told apart by what is there. */
const workers = (first: string, second: string): string =>
  `cat > /dev/null\nif [ ! -e src/sub.js ]; then\n${first}else\n${second}fi\necho Done.\n`;

const carriedOut = async (first: string, second: string): Promise<HostedRun & { halt: string }> => {
  const run = await aHostedRun({ plan: PLAN, files: FILES, command: workers(first, second) });
  return { ...run, halt: (await run.goOn()).halt };
};

const outcomesOf = async (run: HostedRun): Promise<string[]> =>
  (await run.events()).flatMap((event) => (event.type === "step-accepted" ? [`${event.step} ${event.outcome}`] : []));

describe("a plan without file lists", () => {
  test("keeps the tests that honest workers add, and is proven by them", async () => {
    const run = await carriedOut(`${SUB}${SUB_TEST}`, `${DIV}${DIV_TEST}`);
    expect([run.halt, await outcomesOf(run)]).toEqual(["done", ["1 proven", "2 proven"]]);
    expect(run.git("ls-tree", "--name-only", "plan/words", "test/").split("\n")).toHaveLength(3);
    const { predicate } = JSON.parse(run.git("show", "plan/words:.plan/done/words/receipts/02.json"));
    expect(predicate.planwright).toMatchObject({
      unannounced: ["test/div.test.js"],
      firstProof: { contracts: [{ state: "green" }] },
    });
  });

  test("keeps a test that a later step extends, though no step announced it", async () => {
    const more = 'test("stays below zero", () => assert.equal(sub(1, 3), -2));\n';
    const run = await carriedOut(`${SUB}${SUB_TEST}`, `${DIV}${DIV_TEST}cat >> test/sub.test.js <<'END'\n${more}END\n`);
    expect([run.halt, await outcomesOf(run)]).toEqual(["done", ["1 proven", "2 proven"]]);
    expect(run.git("show", "plan/words:test/sub.test.js")).toContain("stays below zero");
  });

  test("never accepts unasked what breaks a thing whose test an earlier step has quietly switched off", async () => {
    const breaksMul = "echo 'export const mul = () => 0;' > src/mul.js\n";
    const run = await carriedOut(`${SUB}${SUB_TEST}${LEAVES_MUL_UNTESTED}`, `${DIV}${DIV_TEST}${breaksMul}`);
    expect([run.halt, await outcomesOf(run)]).toEqual(["waiting", ["1 proven"]]);
    const { over, context } = await run.question();
    expect([over, context.join("\n")]).toEqual(["announce", expect.stringContaining("multiplies")]);
  });

  test.each([
    ["takes away", "rm test/sub.test.js\n"],
    ["hollows out", "sed -i 's/assert.equal(sub(3, 1), 2)/assert.ok(sub)/' test/sub.test.js\n"],
    [
      "leaves early",
      "sed -i 's/() => assert.*/() => {\\n  return; assert.equal(sub(3, 1), 2);\\n});/' test/sub.test.js\n",
    ],
  ])("never accepts unasked what breaks what an earlier step built, and %s the test of it", async (_, weakens) => {
    const breaksSub = "echo 'export const sub = () => 0;' > src/sub.js\n";
    const run = await carriedOut(`${SUB}${SUB_TEST}`, `${DIV}${DIV_TEST}${breaksSub}${weakens}`);
    expect([run.halt, await outcomesOf(run)]).toEqual(["waiting", ["1 proven"]]);
    const { over, context } = await run.question();
    expect([over, context.join("\n")]).toEqual(["announce", expect.stringContaining("subtracts")]);
  });

  test("lets a later step change what an earlier one built, while all of its tests say the same", async () => {
    const touched = "sed -i 's/^  assert.*/&\\n  assert.equal(mul(0, 3), 0);/' test/mul.test.js\n";
    const rewritten =
      "echo 'export const mul = (a, b) => (b === 0 ? 0 : a * b);' > src/mul.js\necho 'export const sub = (a, b) => -b + a;' > src/sub.js\n";
    const run = await carriedOut(`${SUB}${SUB_TEST}${touched}`, `${DIV}${DIV_TEST}${rewritten}`);
    expect([run.halt, await outcomesOf(run)]).toEqual(["done", ["1 proven", "2 proven"]]);
    expect(run.git("show", "plan/words:test/mul.test.js")).toContain("mul(0, 3)");
  });

  test("ends with the tests as they were trusted last, whatever the contract of the last step runs", async () => {
    const plan = planWith([
      { heading: "1. Subtract", task: "Add `sub`.", contract: "node --test" },
      { heading: "2. Divide", task: "Add `div`.", contract: "node --test test/div.test.js" },
    ]);
    const breaksMul = "echo 'export const mul = () => 0;' > src/mul.js\n";
    const command = workers(`${SUB}${SUB_TEST}${LEAVES_MUL_UNTESTED}`, `${DIV}${DIV_TEST}${breaksMul}`);
    const run = await aHostedRun({ plan, files: FILES, command });
    expect([(await run.goOn()).halt, await outcomesOf(run)]).toEqual(["waiting", ["1 proven", "2 proven"]]);
    const { over, context } = await run.question();
    expect([over, context.join("\n")]).toEqual(["final", expect.stringContaining("multiplies")]);
  });

  test("is merged only while it holds with the tests as they were trusted last", async () => {
    const plan = planWith([{ heading: "1. Subtract", task: "Add `sub`.", contract: "node --test" }]);
    const command = `cat > /dev/null\n${SUB}${SUB_TEST}${LEAVES_MUL_UNTESTED}`;
    const { run, told, git, top } = await aPerson({ files: { "plan.md": plan, "a.txt": "a\n", ...FILES }, command });
    expect((await run("plan.md")).status).toBe(0);
    write(top, { "src/mul.js": "export const mul = () => 0;\n" });
    git("commit", "-qam", "a change of somebody else's");
    const broken = await told("merge", "--yes");
    expect([broken.status, broken.stdout]).toEqual([1, expect.stringContaining("multiplies")]);
    write(top, { "src/mul.js": "export const mul = (a, b) => b * a;\n" });
    git("commit", "-qam", "mended");
    expect((await told("merge", "--yes")).status).toBe(0);
  });

  test("asks whether a test that says the opposite may change; a yes proves it, with a name on the receipt", async () => {
    const plan = planWith([
      { heading: "1. Three times", task: "`mul` is three times as much.", contract: "node --test" },
    ]);
    const other = "sed -i 's/a \\* b/3 * a * b/' src/mul.js\nsed -i 's/, 6)/, 18)/' test/mul.test.js\n";
    // Nobody reads all of that; the tests stand first.
    const large = "seq 20000 > src/all.txt\n";
    const run = await aHostedRun({ plan, files: FILES, command: `cat > /dev/null\n${other}${large}` });
    expect((await run.goOn()).halt).toBe("waiting");
    const question = await run.question();
    expect([question.over, question.context.join("\n")]).toEqual([
      "announce",
      expect.stringContaining("+  assert.equal(mul(2, 3), 18);"),
    ]);
    await run.answer("accept");
    expect([(await run.goOn()).halt, await outcomesOf(run)]).toEqual(["done", ["1 proven"]]);
    const { predicate } = JSON.parse(run.git("show", "plan/words:.plan/done/words/receipts/01.json"));
    expect(predicate.planwright).toMatchObject({
      ...{ outcome: "proven", unannounced: [], announced: { by: "Ann", paths: ["test/mul.test.js"] } },
      firstProof: { contracts: [{ state: "red" }] },
    });
    const audit = planwright(["audit", "plan/words", "--json"], run.top, { PLANWRIGHT_HOME: run.home });
    expect(JSON.parse(audit.stdout)).toMatchObject({ verdict: "proven", problems: [] });
  });
});

/** What one attempt at a step comes to, in autonomous and in interactive mode. */
async function endsAs(
  worker: string,
  step: { files?: Record<string, string>; contract?: string; extra?: string; task?: string } = {},
) {
  const { files = {}, contract = "node --test", ...told } = step;
  const run = await aRun({ files: { ...FILES, ...files }, plan: planOf({ contract, ...told }) });
  const { outcome } = await run.attempt(worker);
  if (outcome.status === "tampered") throw new Error("it touched what it must not");
  const { judged, left, proof } = outcome;
  const ends = (["autonomous", "interactive"] as const).map((mode) => {
    const verdict = verdictOn(judged, { mode, isStrict: false });
    return verdict.is === "passed" ? verdict.outcome : verdict.is === "held" ? verdict.over : verdict.is;
  });
  return { ends, judged, isWorkers: proof.restoration.proven === left.tree };
}

const BROKEN_MUL = { "src/mul.js": "export const mul = () => 0;\n" };

describe("a step that lists no files", () => {
  test("asks when a red contract turns green by changes to tests alone, in both modes", async () => {
    for (const worker of [LEAVES_MUL_UNTESTED, "sed -i 's/, 6)/, 0)/' test/mul.test.js\n"]) {
      expect((await endsAs(worker, { files: BROKEN_MUL })).ends).toEqual(["announce", "announce"]);
    }
  });

  test("asks when more than tests differs from what judged before", async () => {
    const files = { "package.json": '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n' };
    const other = "sed -i 's#node --test#node --test test/*.test.js#' package.json\n";
    const { ends, judged } = await endsAs(`${SUB}${SUB_TEST}${other}`, { files, contract: "npm test" });
    expect(ends).toEqual(["weaker-tests", "weaker-tests"]);
    expect(judged.tests).toMatchObject({ told: [expect.stringContaining("package.json")] });
  });

  test("asks when a test is skipped, and when one is gone", async () => {
    for (const weaker of ["sed -i 's/^test(/test.skip(/' test/mul.test.js\n", "rm test/mul.test.js\n"]) {
      const { ends } = await endsAs(`${SUB}${SUB_TEST}${weaker}`);
      expect(ends).toEqual(["weaker-tests", "weaker-tests"]);
    }
  });

  test("is judged without a new test file that nothing announces, and with one that the task or the contract names", async () => {
    const wired = `echo 'export const one = 1;' > test/one.js\necho 'import { one } from "../test/one.js";\nexport const mul = (a, b) => a * b * one;' > src/mul.js\n`;
    expect((await endsAs(`${SUB}${SUB_TEST}${wired}`)).ends).toEqual(["announce", "announce"]);
    for (const naming of [
      { task: "Add `sub`, and cover it in `test/sub.test.js`." },
      { contract: "node --test test/mul.test.js test/sub.test.js" },
    ]) {
      const { ends, judged, isWorkers } = await endsAs(`${SUB}${SUB_TEST}`, naming);
      expect([ends[0], judged.tests.is, isWorkers]).toEqual(["proven", "as-announced", true]);
    }
  });

  test("fails when the tests that it adds fail, though all others pass", async () => {
    const { ends } = await endsAs(`${SUB}${SUB_TEST.replace(", 2)", ", 3)")}`);
    expect(ends).toEqual(["failed", "failed"]);
  });
});

describe("a step whose announced work is in tests alone", () => {
  const extra = "\n**files:**\n- add: `test/more.test.js`\n";
  const more = writes(
    "test/more.test.js",
    tested("mul", 'test("multiplies more", () => assert.equal(mul(3, 3), 9));\n'),
  );

  test("is unproven where the contract passed before, and says how many tests were added", async () => {
    const { ends, judged, isWorkers } = await endsAs(more, { extra });
    expect([ends, isWorkers]).toEqual([["unproven", "unproven"], true]);
    expect(resultLine(judged.receipt)).toBe("unproven: node --test, 2 tests, 1 new");
  });

  test("is proven where the contract failed before", async () => {
    const { ends, isWorkers } = await endsAs(more, { extra, contract: "node --test && test -f test/more.test.js" });
    expect([ends, isWorkers]).toEqual([["proven", "proven"], true]);
  });

  test("is refused where it has announced code, too, and its tests pass without any", async () => {
    const both = "\n**files:**\n- change: `src/sums.js`\n- add: `test/more.test.js`\n";
    const contract = "node --test && test -f test/more.test.js";
    const { ends } = await endsAs(more, { extra: both, contract });
    expect(ends).toEqual(["failed", "failed"]);
  });
});
