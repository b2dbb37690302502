import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allowedSignersLine, openSigner } from "../../src/receipts/signing-key.ts";
import { gitIn, write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { type APerson, aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** Finished plans come together on main by plain git, in every way that people merge, and a clone can still prove them. */

const WORKER = `word=$(grep -oE "Write [a-z]+" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\n`;

const planOf = (word: string): string =>
  stepsPlan([{ task: `Write ${word}.`, contract: `grep -q ${word} ${word}.txt` }]).replace(
    "# Words",
    `# Write ${word}`,
  );

type Person = Awaited<ReturnType<typeof aPerson>>;

/** Three plans that were finished on one base, none of them merged. */
async function threePlans(): Promise<Person> {
  const words = ["one", "two", "three", "four"];
  const files = Object.fromEntries(words.map((word) => [`../${word}.md`, planOf(word)]));
  const person = await aPerson({ files: { "a.txt": "a\n" }, command: WORKER });
  write(person.top, files);
  for (const word of words.slice(0, 3)) expect((await person.run(`../${word}.md`)).status).toBe(0);
  return person;
}

/** As plain git, a forge's button and a squash do it; the ref that `pr` pushes keeps the commits of the squashed one. */
function mergeAll({ git }: APerson): void {
  git("merge", "-q", "plan/write-one");
  git("merge", "-q", "--no-ff", "-m", "Merge pull request #2", "plan/write-two");
  git("merge", "-q", "--squash", "plan/write-three");
  git("commit", "-qm", "Write three (#3)");
  git("update-ref", "refs/planwright/plans/write-three", "plan/write-three");
}

const KEPT = "refs/planwright/plans/*:refs/planwright/plans/*";

/** A clone on another machine, whose owner knows who signs. */
function aClone({ place, top }: APerson) {
  const [clone, signers] = [join(place, "clone"), join(place, "signers")];
  // By its path it would get every object there is, and not those of its commits alone.
  gitIn(place, "clone", "-q", "-b", "main", `file://${top}`, clone);
  write(place, { signers: allowedSignersLine(openSigner(join(place, "home/keys"))) });
  const env = { PLANWRIGHT_HOME: join(place, "other-home") };
  const audit = (...args: string[]) => planwright(["audit", "main", "--signers", signers, ...args], clone, env);
  return { git: (...args: string[]) => gitIn(clone, ...args), audit, clone };
}

test("a main branch without a plan has nothing to audit, and one that a plan was moved to lists all its receipts", async () => {
  const person = await aPerson({ files: { "a.txt": "a\n" }, command: WORKER });
  const { git, run, told } = person;
  write(person.top, { "../one.md": planOf("one"), "../two.md": planOf("two") });
  expect(await told("audit", "main")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^planwright: no finished plan is on main, so there is nothing to audit/),
  });
  for (const word of ["one", "two"]) {
    expect((await run(`../${word}.md`)).status).toBe(0);
    git("merge", "-q", "--ff-only", `plan/write-${word}`);
  }
  const { stdout } = await told("receipts", "main");
  for (const word of ["one", "two"]) expect(stdout).toContain(`grep -q ${word} ${word}.txt`);
});

test("three plans of one base and a fourth on the result merge without a conflict, and a clone audits all of them", async () => {
  const person = await threePlans();
  const { git, run, told } = person;
  mergeAll(person);
  expect((await run("../four.md")).status).toBe(0);
  git("merge", "-q", "--no-ff", "-m", "Merge pull request #4", "plan/write-four");
  const ids = ["write-four", "write-one", "write-three", "write-two"];
  expect(git("ls-tree", "--name-only", "main", ".plan/done/").split("\n")).toEqual(ids.map((id) => `.plan/done/${id}`));
  expect(git("ls-tree", "--name-only", "main", ".plan/")).toBe(".plan/done");
  expect(git("diff", "plan/write-two", "main", "--", ".plan/done/write-two")).toBe("");

  const clone = aClone(person);
  const away = clone.audit();
  expect(away.status, away.stdout).toBe(4);
  expect(away.stdout).toContain("consistent: main, 4 finished plans, 3 of them proven\n");
  expect(away.stdout).toMatch(/ {2}consistent {2}write-three: 1 proven, squashed to \w{10}\n/);
  expect(away.stdout).toContain("`git fetch origin refs/planwright/plans/write-three:");
  clone.git("fetch", "-q", "origin", KEPT);
  const whole = clone.audit();
  expect(whole.status, whole.stdout).toBe(0);
  expect(whole.stdout).toContain("proven: main, 4 finished plans, all of them proven\n");
  const { plans } = JSON.parse(clone.audit("--json").stdout);
  expect(plans.map(({ plan, verdict }: { plan: string; verdict: string }) => [plan, verdict])).toEqual(
    ids.map((id) => [id, "proven"]),
  );
  gitIn(person.place, "clone", "-q", "--depth", "1", `file://${person.top}`, join(person.place, "shallow"));
  const cut = planwright(["audit", "main"], join(person.place, "shallow"), {
    PLANWRIGHT_HOME: join(person.place, "h"),
  });
  expect([cut.status, cut.stdout]).toEqual([4, expect.stringContaining("`git fetch --unshallow` brings them")]);
  expect(cut.stdout).not.toContain("squashed");
  const one = clone.audit("--plan", "write-two", "--rerun");
  expect([one.status, one.stdout]).toEqual([0, expect.stringContaining("run again here: all 1 contracts pass")]);
  expect(clone.audit("--plan", "write-six")).toMatchObject({ status: 2, stderr: expect.stringContaining("write-two") });

  const listed = (await told("receipts", "main")).stdout;
  expect(listed.split("\n").filter((line) => /^\w/.test(line))).toEqual(ids);
});

describe("what was changed on main afterwards is found", () => {
  test("one byte of any file of a finished plan, or a file more or less", async () => {
    const person = await threePlans();
    mergeAll(person);
    const clone = aClone(person);
    const isSquashed = (path: string): boolean => path.includes("write-three");
    const files = clone.git("ls-tree", "-r", "--name-only", "main", ".plan/done/").split("\n");
    expect(files).toHaveLength(9);
    const found = (path: string) => {
      const { status, stdout } = clone.audit();
      clone.git("reset", "-q", "--hard", "origin/main");
      return { path, status, isNamed: stdout.includes(path) };
    };
    const change = (path: string, text: string | null) => {
      if (text === null) clone.git("rm", "-q", path);
      else write(clone.clone, { [path]: text });
      clone.git("add", "-A");
      clone.git("commit", "-qm", "look away");
      return found(path);
    };
    const expected = (path: string) => ({ path, status: 1, isNamed: true });
    for (const isFetched of [false, true]) {
      if (isFetched) clone.git("fetch", "-q", "origin", KEPT);
      // Where the commits of a plan are there, nothing depends on which file it is.
      for (const path of isFetched ? files.filter(isSquashed) : files) {
        const text = clone.git("show", `main:${path}`);
        const at = text.indexOf("one") < 0 ? Math.floor(text.length / 2) : text.indexOf("one");
        const byte = String.fromCharCode(text.charCodeAt(at) ^ 1);
        expect(change(path, `${text.slice(0, at)}${byte}${text.slice(at + 1)}\n`)).toEqual(expected(path));
      }
    }
    const more = ".plan/done/write-two/more.md";
    expect(change(more, "More.\n")).toEqual(expected(more));
    const less = ".plan/done/write-one/receipts/01.json.sig";
    expect(change(less, null)).toEqual(expected(less));
  });

  test("a squash that holds more than its plan", async () => {
    const person = await threePlans();
    const { git, top } = person;
    git("merge", "-q", "--squash", "plan/write-three");
    write(top, { "b.txt": "smuggled\n" });
    git("add", "-A");
    git("commit", "-qm", "Write three (#3)");
    git("update-ref", "refs/planwright/plans/write-three", "plan/write-three");
    const clone = aClone(person);
    clone.git("fetch", "-q", "origin", KEPT);
    const { status, stdout } = clone.audit();
    expect([status, stdout]).toEqual([1, expect.stringContaining("b.txt: it is not what merging the plan gives")]);
  });
});

test("a plan that was proven twice is proven to a clone, too, which has nothing but its commits", async () => {
  const test = (name: string, call: string) =>
    `require("node:test").test("${name}", () => require("node:assert/strict").equal(require("../sums.js").${call}));\n`;
  const person = await aPerson({
    files: {
      "plan.md": stepsPlan([{ task: "Add triple.", contract: "node --test" }]).replace("# Words", "# Write one"),
      "sums.js": "exports.double = (n) => n * 2;\n",
      "test/sums.test.js": test("doubles", "double(2), 4"),
    },
    command: `cat > /dev/null
echo 'exports.triple = (n) => n * 3;' >> sums.js
cat >> test/sums.test.js << 'END'
${test("triples", "triple(2), 6")}END
`,
  });
  expect((await person.run("plan.md")).status).toBe(0);
  person.git("merge", "-q", "--no-ff", "plan/write-one");
  const receipt = JSON.parse(person.git("show", "main:.plan/done/write-one/receipts/01.json"));
  const { firstProof, unannounced } = receipt.predicate.planwright;
  expect(unannounced).toEqual(["test/sums.test.js"]);
  expect(firstProof.differs).toEqual([
    { path: "test/sums.test.js", holds: { mode: "100644", id: person.git("rev-parse", "main^1:test/sums.test.js") } },
  ]);
  const { audit, git } = aClone(person);
  expect(() => git("cat-file", "-e", firstProof.tree)).toThrow();
  const { status, stdout } = audit();
  expect([status, stdout]).toEqual([0, expect.stringContaining("changed without being announced: test/sums.test.js")]);
});

test("a plan whose name a finished one has gets a number, and both audit", async () => {
  const person = await aPerson({
    files: { "plan.md": planOf("one") },
    command: `cat >/dev/null\necho "one $RANDOM" >> one.txt\n`,
  });
  const { run, told, git, top } = person;
  expect((await run("plan.md")).status).toBe(0);
  git("merge", "-q", "plan/write-one");
  const second = planOf("one").replace("grep -q one one.txt", "test $(wc -l < one.txt) -eq 2");
  write(top, { "again.md": second });
  const again = await run("again.md");
  expect(again.status, again.stderr).toBe(0);
  expect(git("log", "-1", "--format=%s", "plan/write-one-2")).toBe("plan complete: write-one-2");
  expect((await told("merge", "write-one-2", "--yes")).status).toBe(0);
  expect(git("ls-tree", "--name-only", "main", ".plan/done/")).toBe(".plan/done/write-one-2\n.plan/done/write-one");
  expect((await told("audit", "main")).status).toBe(0);
});
