import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sshKeygen } from "../src/receipts/ssh-keygen.testkit.ts";
import { aFinishedBranch, type FinishedBranch } from "./a-finished-branch.ts";
import { asNobody } from "./as-nobody.ts";
import { gitIn } from "./attack/a-run.ts";
import { planwright, type Run } from "./cli.ts";
import { writeExecutable } from "./executable.ts";
import { commitsOf, forge, landed } from "./forged-history.ts";
import { prerequisite } from "./prerequisite.ts";
import { tempFolder } from "./temp-folder.ts";

const canCutOff = spawnSync("unshare", ["-rn", "true"]).status === 0;
const cutOff = prerequisite("unshare", canCutOff, "apt-get install util-linux");
const isRoot = prerequisite("root", process.getuid?.() === 0, "run the tests as root, too");

const BRANCH = "origin/plan/numbers";
const PLAN = ".plan/plan.md";
const FINISHED = ".plan/done/numbers";
const FILES = { "n/one": "0\n", "n/two": "0\n", "n/three": "0\n" };
const step = (name: string, number: number, contract = `grep -q ${number} n/${name}`) => ({
  title: `Count to ${name}`,
  contract,
  script: `echo ${number} > n/${name}`,
});

let finished: FinishedBranch;
let other: FinishedBranch;
let tools: string;

/** Two repositories, the plans of which were carried out; the last contract asks a program that lies outside. */
beforeAll(async () => {
  tools = mkdtempSync(join(realpathSync(tmpdir()), "planwright-tools-"));
  writeExecutable(join(tools, "agrees"), "exit $(grep -c 0 n/three)");
  chmodSync(tools, 0o755);
  process.env.PATH = `${process.env.PATH}:${tools}`;
  finished = await aFinishedBranch(FILES, "Numbers", [step("one", 1), step("two", 2), step("three", 3, "agrees")]);
  other = await aFinishedBranch(FILES, "Numbers", [step("one", 1)]);
});

afterAll(() => {
  for (const branch of [finished, other]) branch?.remove();
  rmSync(tools, { recursive: true });
});

describe("a plan's branch in a fresh clone, with no home and no network", () => {
  test("is proven when the auditor knows the signer", (context) => {
    cutOff(context);
    const { status, stdout } = auditOffline(clone(), BRANCH, "--signers", signersFile());
    expect(stdout).toMatch(/^proven: origin\/plan\/numbers \([0-9a-f]{10}\)\neverything agrees, and is signed by/);
    expect(stdout).toContain("plan numbers, approved by ann, complete\n  1. Count to one (proven, attempt 1)\n");
    expect(stdout).toMatch(/signed by \S+ \(11 signatures\), known from /);
    expect(status).toBe(0);
  });

  test("is consistent when nobody has told who may sign", (context) => {
    cutOff(context);
    const { status, stdout } = auditOffline(clone(), BRANCH);
    expect(stdout).toContain("consistent: ");
    expect(stdout).toContain("signed by an unknown key (11 signatures): ssh-ed25519 AAAA");
    expect(stdout).toContain(
      "who may sign? give --signers FILE; `planwright signers add` keeps keys in allowed_signers",
    );
    expect(status).toBe(4);
  });

  test("tells a program the same", () => {
    const report = audit(clone(), BRANCH, "--signers", signersFile());
    expect(report).toMatchObject({
      version: 1,
      ref: BRANCH,
      mergedBy: null,
      isComplete: true,
      problems: [],
      reruns: [],
    });
    expect(report).toMatchObject({ approval: { plan: "numbers", by: "ann" }, signers: [{ signatures: 11 }] });
    expect(report.steps[1]).toMatchObject({
      number: 2,
      title: "Count to two",
      attempt: 1,
      receipt: ".plan/receipts/02.json",
      acceptedBy: "contract",
    });
  });

  test("can be audited by somebody whom nothing of it belongs to", (context) => {
    isRoot(context);
    const nobody = asNobody(context);
    const [top, home] = [clone(), tempFolder()];
    chmodSync(join(top, ".."), 0o755);
    chownSync(home, 65534, 65534);
    const words = [resolve("bin/planwright"), "audit", BRANCH, "--rerun"];
    // PATH names a folder of somebody else's, as it often does.
    const env = { PATH: `${process.env.PATH}:${tempFolder()}`, HOME: home, PLANWRIGHT_HOME: home };
    const { status, stdout, stderr } = spawnSync(nobody, words, { cwd: top, env, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toContain("run again here: all 3 contracts pass");
    expect(status).toBe(4);
  });
});

describe("a branch that was tampered with is broken, and the place is named", () => {
  test.each<[string, number, (top: string) => void]>([
    ["a byte of a message", 3, (top) => forge(top, 3, { message: (text) => text.replace("Count", "count") })],
    ["a trailer", 4, (top) => forge(top, 4, { message: (text) => text.replace("Attempt: 1", "Attempt: 2") })],
    ["who approved it", 0, (top) => forge(top, 0, { message: (text) => text.replace("ann", "eve") })],
    ["a file of the work", 1, (top) => forge(top, 1, { file: ["n/one", () => "1\n// and more\n"] })],
    ["the approved plan", 0, (top) => forge(top, 0, { file: [PLAN, (text) => text.replace("-q 1", "-q .")] })],
    ["the plan later on", 3, (top) => forge(top, 3, { file: [PLAN, (text) => `${text}\nMore.\n`] })],
    ["a step that is gone", 3, (top) => forge(top, 3, { drop: 2 })],
  ])("%s", (_, place, tamper) => {
    const top = clone();
    tamper(top);
    const { status, stdout } = auditIn(top, "forged", "--signers", signersFile());
    expect(stdout).toMatch(/^broken: forged \(\w+\)\n.* not agree, so nothing of it is proven:\n/);
    expect(stdout.split("\n")[2]).toContain(`  ${commitsOf(top, "forged")[place]?.slice(0, 10)}`);
    expect(status).toBe(1);
  });

  test.each([
    [".plan/receipts/02.json", (text: string) => text.replace('"green"', '"Green"')],
    [".plan/receipts/02.json.sig", (text: string) => text.replace(/A(?=\w{3})/, "B")],
  ])("a byte of %s", (path, change) => {
    const top = clone();
    forge(top, 4, { file: [path, change] });
    const { problems } = audit(top, "forged", "--signers", signersFile());
    expect(problems).toContainEqual(expect.objectContaining({ commit: commitsOf(top, "forged")[4], file: path }));
  });

  test("a receipt of another branch", () => {
    const top = clone();
    const theirs = (path: string) => gitIn(other.top, "show", `plan/numbers:${path.replace(".plan", FINISHED)}`);
    const paths = [".plan/receipts/01.json", ".plan/receipts/01.json.sig"] as const;
    forge(top, 2, { file: [paths[0], () => theirs(paths[0])] });
    forge(top, 2, { file: [paths[1], () => theirs(paths[1])] }, "forged");
    const { problems, verdict } = audit(top, "forged");
    expect(verdict).toBe("broken");
    expect(problems.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^it speaks of the commit /));
  });

  test("a commit on top", () => {
    const top = clone();
    gitIn(top, "checkout", "-q", "-b", "forged", BRANCH);
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "one more thing");
    const { problems } = audit(top, "forged", "--signers", signersFile());
    const commit = gitIn(top, "rev-parse", "forged").trim();
    expect(problems).toContainEqual({ commit, file: null, what: "it comes after `plan complete`" });
  });
});

describe("after the merge", () => {
  test("main is audited by the plan that lies there, and the rest of main is said to be unproven", () => {
    const top = clone();
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "something before");
    gitIn(top, "merge", "-q", "--no-ff", "-m", "merge the numbers", BRANCH);
    const merge = gitIn(top, "rev-parse", "main").trim();
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "something else");
    expect(audit(top, "main", "--signers", signersFile())).toMatchObject({
      verdict: "proven",
      mergedBy: merge,
      tip: landed(top, BRANCH),
    });
    const { stdout } = planwright(["audit", "main"], top, { PLANWRIGHT_HOME: tempFolder() });
    expect(stdout).toContain(`note: ${merge.slice(0, 10)} merged it; what else is on main is not proven`);
  });

  test("main that was moved to the plan's branch is audited, too", () => {
    const top = clone();
    gitIn(top, "merge", "-q", "--ff-only", BRANCH);
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "something else");
    expect(audit(top, "main", "--signers", signersFile())).toMatchObject({
      verdict: "proven",
      tip: landed(top, BRANCH),
      mergedBy: null,
    });
    const { stdout } = auditIn(top, "main", "--signers", signersFile());
    expect(stdout).toContain("note: what else is on main is not proven\n");
    expect(stdout).not.toContain("merged it");
  });
});

describe("--rerun", () => {
  test("runs every contract again, and says so", () => {
    const { status, stdout } = auditIn(clone(), BRANCH, "--rerun", "--signers", signersFile());
    expect(stdout).toContain("step 2: `grep -q 2 n/two` passes again\n");
    expect(stdout).toContain("run again here: all 3 contracts pass\n");
    expect(status).toBe(0);
  });

  test("finds a receipt whose tree does not pass any more", () => {
    writeExecutable(join(tools, "agrees"), "echo 3 is a lie; exit 1");
    const { status, stdout } = auditIn(clone(), BRANCH, "--rerun", "--signers", signersFile());
    expect(stdout).toContain("step 3: `agrees` no longer passes: exit status 1: 3 is a lie\n");
    expect(stdout).toContain("but 1 of 3 contracts fail here, on the very trees their receipts are about\n");
    expect(status).toBe(1);
  });
});

describe("--rerun on a machine that lacks a tool", () => {
  test("could not run that contract, and calls nothing broken", () => {
    rmSync(join(tools, "agrees"));
    const { status, stdout } = auditIn(clone(), BRANCH, "--rerun", "--signers", signersFile());
    expect(stdout).toContain("step 2: `grep -q 2 n/two` passes again\n");
    expect(stdout).toContain("step 3: `agrees` could not run here: exit status 127: `agrees` is not installed\n");
    expect(stdout).toMatch(/^proven: /m);
    expect(stdout).toContain("1 of 3 contracts could not run here, which says nothing about the branch\n");
    expect(stdout).not.toContain("fail here");
    expect(status).toBe(4);
  });
});

test("ssh-keygen alone verifies a receipt, with the commands of docs/audit.md", (context) => {
  sshKeygen(context);
  const top = clone();
  writeFileSync(join(top, "signers"), finished.signers);
  const script = `
    git show ${BRANCH}:${FINISHED}/receipts/02.json > 02.json
    git show ${BRANCH}:${FINISHED}/receipts/02.json.sig > 02.json.sig
    ssh-keygen -Y find-principals -f signers -s 02.json.sig
    ssh-keygen -Y verify -f signers -I "$(cut -d ' ' -f 1 signers)" -n planwright-receipt -s 02.json.sig < 02.json
    git -c gpg.ssh.allowedSignersFile=signers verify-commit ${BRANCH}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", script], { cwd: top, encoding: "utf8" });
  expect(`${stdout}${stderr}`).toMatch(/Good "planwright-receipt" signature for .*Good "git" signature for /s);
  expect(status).toBe(0);
});

describe("what is no plan's branch", () => {
  test("is broken, and told to be none", () => {
    const top = clone();
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "Anything else");
    gitIn(top, "branch", "-q", "other");
    gitIn(top, "reset", "-q", "--hard", "HEAD~1");
    const { status, stdout } = auditIn(top, "other");
    expect(stdout).toContain("this is no plan's branch: it has no commit `plan approved`");
    expect(status).toBe(1);
  });

  test("is a wrong command when it is no commit at all", () => {
    const { status, stderr } = auditIn(clone(), "plan/nmubers");
    expect(stderr).toBe("planwright: there is no commit plan/nmubers in this repository\n");
    expect(status).toBe(2);
  });
});

describe("planwright receipts", () => {
  test("shows what was proven, by whom and how", () => {
    const { status, stdout } = planwright(["receipts", BRANCH], clone(), { PLANWRIGHT_HOME: tempFolder() });
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "DATE").replaceAll(/[0-9a-f]{10}(?=,)/g, "TREE")).toContain(
      "✓ 2. Count to two: proven\n     $ grep -q 2 n/two\n     failed before, passes after\n     attempt 1, DATE UTC, tree TREE, key …",
    );
    expect(status).toBe(0);
  });

  test("says what to do where there are none", () => {
    const { status, stdout } = planwright(["receipts"], clone(), { PLANWRIGHT_HOME: tempFolder() });
    expect(stdout).toBe("HEAD has no receipts; they come with the first step that is accepted\n");
    expect(status).toBe(0);
  });

  test("names damaged and unsigned ones", () => {
    const top = clone();
    forge(top, 7, { file: [`${FINISHED}/receipts/02.json`, (text) => text.replace('"green"', '"\x1b[31mred"')] });
    forge(top, 7, { file: [`${FINISHED}/receipts/01.json.sig`, () => "nothing\n"] }, "forged");
    const { status, stdout } = planwright(["receipts", "forged"], top, { PLANWRIGHT_HOME: tempFolder() });
    expect(stdout).toMatch(/^✗ 1\. Count to one$/m);
    expect(stdout).toContain("NO VALID SIGNATURE");
    expect(stdout).toMatch(/^✗ \.plan\/done\/numbers\/receipts\/02\.json is not a receipt: /m);
    expect(stdout).not.toContain("\x1b");
    expect(status).toBe(1);
  });

  test("has the same for programs", () => {
    const { stdout } = planwright(["receipts", BRANCH, "--json"], clone(), { PLANWRIGHT_HOME: tempFolder() });
    const { version, receipts } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(receipts).toHaveLength(3);
    expect(receipts[0]).toMatchObject({
      path: `${FINISHED}/receipts/01.json`,
      key: expect.stringMatching(/^ssh-ed25519 /),
      proof: { step: { number: 1 }, contracts: [{ base: { state: "red" }, after: { state: "green" } }] },
    });
  });
});

function clone(): string {
  const top = join(tempFolder(), "clone");
  gitIn("/", "clone", "-q", `file://${finished.top}`, top);
  return top;
}

function signersFile(): string {
  const path = join(tempFolder(), "signers");
  writeFileSync(path, finished.signers);
  return path;
}

function auditIn(top: string, ...words: string[]): Run {
  return planwright(["audit", ...words], top, { PLANWRIGHT_HOME: tempFolder() });
}

type Report = {
  verdict: string;
  problems: { commit: string | null; file: string | null; what: string }[];
  steps: object[];
};

/** Of a main branch, what is said of its one plan. */
function audit(top: string, ...words: string[]): Report {
  const report = JSON.parse(auditIn(top, ...words, "--json").stdout);
  return report.plans?.[0] ?? report;
}

/** Without a network, and as somebody who has never used Planwright. */
function auditOffline(top: string, ...words: string[]): Run {
  const env = { PATH: process.env.PATH, HOME: tempFolder(), PLANWRIGHT_HOME: tempFolder() };
  const command = ["-rn", resolve("bin/planwright"), "audit", ...words];
  return spawnSync("unshare", command, { cwd: top, env, encoding: "utf8" });
}
