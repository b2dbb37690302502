import { chmodSync, cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFinishedBranch, type FinishedBranch, OWN_LINE } from "./a-finished-branch.ts";
import { gitIn } from "./attack/a-run.ts";
import { planwright } from "./cli.ts";
import { forge } from "./forged-history.ts";
import { tempFolder } from "./temp-folder.ts";

/** Who counts as a signer: this machine, and whom the main branch named where the plan began and has not removed since. */

const BRANCH = "origin/plan/numbers";
const FILES = { "one.txt": "0\n" };
const STEP = { title: "Count to one", contract: "grep -q 1 one.txt", script: "echo 1 > one.txt" };
const ANN =
  'ann@example.com namespaces="git,planwright-receipt" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGqGCBPl9xFLDFo1UQbHU5QLiVCpTbPqcqVCtlM5wUcj\n';

/** Nobody named it; the main branch names it; and a step of it names itself, beside somebody whom main names. */
let unnamed: FinishedBranch;
let named: FinishedBranch;
let selfish: FinishedBranch;

beforeAll(async () => {
  unnamed = await aFinishedBranch(FILES, "Numbers", [STEP]);
  named = await aFinishedBranch({ ...FILES, allowed_signers: `${ANN}${OWN_LINE}\n` }, "Numbers", [STEP]);
  selfish = await aFinishedBranch({ ...FILES, allowed_signers: ANN }, "Numbers", [
    { ...STEP, script: `${STEP.script}; echo '${OWN_LINE}' >> allowed_signers` },
  ]);
});

afterAll(() => {
  for (const branch of [unnamed, named, selfish]) branch?.remove();
});

const FF = (top: string) => gitIn(top, "merge", "-q", "--ff-only", BRANCH);
const NO_FF = (top: string) => gitIn(top, "merge", "-q", "--no-ff", "-m", "merge", BRANCH);
const SQUASH = (top: string) => {
  gitIn(top, "merge", "-q", "--squash", BRANCH);
  gitIn(top, "commit", "-qm", "all of it");
};
type Way = [how: string, land: (top: string) => unknown];
const WAYS: Way[] = [
  ["a merge commit", NO_FF],
  ["moving main", FF],
  ["a squash", SQUASH],
];
const NOT_MERGED: Way = ["no merge", () => {}];

describe("on the machine that made it", () => {
  test("a plan is proven by this machine's key, and says how others will know it", () => {
    const { status, stdout } = planwright(["audit", "plan/numbers"], unnamed.top, { PLANWRIGHT_HOME: unnamed.home });
    expect(stdout).toMatch(/^proven: plan\/numbers \(\w+\)\neverything agrees, and is signed by this machine's key\n/);
    expect(stdout).toContain("\nsigned by this machine's key (5 signatures)\nothers do not know this key yet; `planw");
    expect(stdout).not.toContain("unknown");
    expect(status).toBe(0);
    const { verdict, signers } = audit(unnamed.top, "plan/numbers", { home: unnamed.home });
    expect([verdict, signers]).toEqual(["proven", [expect.objectContaining({ identity: null, isOwn: true })]]);
  });

  test("it has the name that the main branch gives it, too", () => {
    const { stdout } = planwright(["audit", "plan/numbers"], named.top, { PLANWRIGHT_HOME: named.home });
    expect(stdout).toMatch(
      /^signed by this machine's key, \S+ \(5 signatures\), known from allowed_signers of main at /m,
    );
    expect(stdout).not.toContain("others do not know");
  });

  test("whoever names a file is told what that file says", () => {
    const other = { file: join(tempFolder(), "signers"), home: unnamed.home };
    writeFileSync(other.file, ANN);
    expect(audit(unnamed.top, "plan/numbers", other)).toMatchObject({ verdict: "consistent", signersFrom: other.file });
  });

  test("a key that others could have used does not count", () => {
    const home = tempFolder();
    cpSync(join(unnamed.home, "keys"), join(home, "keys"), { recursive: true });
    chmodSync(join(home, "keys"), 0o755);
    const { status, stdout } = planwright(["audit", "plan/numbers"], unnamed.top, { PLANWRIGHT_HOME: home });
    expect(stdout).toMatch(/^consistent: .*^note: the key of this machine does not count: .* is open to other users/ms);
    expect(status).toBe(4);
  });
});

test("elsewhere it is as consistent as before, and no key is made by looking", () => {
  const home = tempFolder();
  expect(audit(clone(unnamed), BRANCH, { home })).toMatchObject({ verdict: "consistent", remarks: [] });
  expect(existsSync(join(home, "keys"))).toBe(false);
});

describe("lines of the main branch", () => {
  test.each([NOT_MERGED, ...WAYS])("count where they stood before the plan: %s", (_, land) => {
    const top = clone(named);
    land(top);
    const began = gitIn(top, "rev-parse", `${BRANCH}~4`).trim().slice(0, 10);
    expect(audit(top, BRANCH)).toMatchObject({
      verdict: "proven",
      signersFrom: `allowed_signers of main at ${began}`,
      remarks: [],
    });
  });

  test.each([NOT_MERGED, ...WAYS])("do not count where the plan brings them along: %s", (_, land) => {
    const top = clone(selfish);
    land(top);
    gitIn(top, "commit", "-q", "--allow-empty", "-m", "something else");
    const { verdict, signers, remarks } = audit(top, BRANCH);
    expect([verdict, signers]).toEqual(["consistent", [expect.objectContaining({ identity: null })]]);
    expect(remarks).toEqual([expect.objectContaining({ file: "allowed_signers", what: TOLD })]);
  });

  test.each(WAYS)("do not count where the approval brings them along: %s", (_, land) => {
    const top = clone(unnamed);
    forge(top, 0, { file: ["allowed_signers", () => unnamed.signers] });
    gitIn(top, "update-ref", "refs/remotes/origin/plan/numbers", "refs/heads/forged");
    land(top);
    const { remarks, ...found } = audit(top, BRANCH);
    expect(found).toMatchObject({ verdict: "broken", signers: [{ identity: null }], signersFrom: null });
    expect(remarks).toContainEqual(expect.objectContaining({ what: TOLD }));
  });

  test("do not count where a commit below the approval brings them along", () => {
    const top = clone(named);
    gitIn(top, "reset", "-q", "--hard", `${BRANCH}~5`);
    expect(audit(top, BRANCH)).toMatchObject({ verdict: "consistent", signersFrom: null });
    NO_FF(top);
    expect(audit(top, BRANCH)).toMatchObject({ verdict: "consistent", signersFrom: null });
  });

  test("do not count when they came later, from whomever: two plans could vouch for each other", () => {
    const top = clone(unnamed);
    commitSigners(top, unnamed.signers);
    expect(audit(top, BRANCH)).toMatchObject({ verdict: "consistent", signersFrom: null });
    NO_FF(top);
    expect(audit(top, BRANCH)).toMatchObject({ verdict: "consistent", signersFrom: null });
    expect(audit(top, "main").signersFrom).toBeNull();
  });

  test("do not count when main has removed or narrowed them since, unless the plan was merged before", () => {
    const narrowed = named.signers.replace(" ", ' valid-before="20200101",');
    for (const text of [ANN, `${ANN}${narrowed}`]) {
      const top = clone(named);
      commitSigners(top, text);
      expect(audit(top, BRANCH)).toMatchObject({ verdict: "consistent", signers: [{ identity: null }] });
      gitIn(top, "reset", "-q", "--hard", "HEAD~1");
      NO_FF(top);
      commitSigners(top, text);
      expect(audit(top, BRANCH).verdict).toBe("proven");
    }
  });
});

const TOLD = "the plan changes who may sign; for itself it does not count";

type Report = {
  verdict: string;
  signersFrom: string | null;
  signers: { identity: string | null }[];
  remarks: { what: string }[];
};

function audit(top: string, ref: string, { home = tempFolder(), file }: { home?: string; file?: string } = {}): Report {
  const words = ["audit", ref, "--json", ...(file === undefined ? [] : ["--signers", file])];
  const report = JSON.parse(planwright(words, top, { PLANWRIGHT_HOME: home }).stdout);
  return report.plans?.[0] ?? report;
}

/** Without a remote main branch, so that what is merged here is main. */
function clone({ top: from }: FinishedBranch): string {
  const top = join(tempFolder(), "clone");
  gitIn("/", "clone", "-q", `file://${from}`, top);
  gitIn(top, "remote", "set-head", "origin", "--delete");
  return top;
}

function commitSigners(top: string, text: string): void {
  writeFileSync(join(top, "allowed_signers"), text);
  gitIn(top, "add", "allowed_signers");
  gitIn(top, "commit", "-qm", "say who may sign");
}
