import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { approvalHash } from "../../plan/approval.ts";
import { writeMessage } from "../../record/commit-message.ts";
import { openHarnessGit } from "../../workspace/git/harness-git.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { allowedSignersLine } from "../signing-key.ts";
import { sshKeygen } from "../ssh-keygen.testkit.ts";
import {
  aProvenBranch,
  aSigner,
  PLAN,
  PLAN_TEXT,
  type ProvenBranch,
  planOf,
  planReader,
} from "./a-proven-branch.testkit.ts";
import type { Audit } from "./audit.ts";
import { auditBranch } from "./audit-branch.ts";
import { storeIn } from "./git-objects.testkit.ts";

describe("a branch in a real repository", () => {
  test("is proven from a fresh clone", async () => {
    const { branch, folder } = stored(aProvenBranch());
    const clone = join(tempFolder(), "clone");
    git(folder, "clone", "-q", `file://${folder}`, clone);
    const audit = await auditedIn(clone, branch);
    expect(audit).toMatchObject({ verdict: "proven", isComplete: true, problems: [] });
    expect(audit.steps).toHaveLength(3);
  });

  test("is whole in the eyes of git, and every commit is verified by it", (context) => {
    sshKeygen(context);
    const { branch, folder } = stored(aProvenBranch());
    const signers = join(folder, "signers");
    writeFileSync(signers, allowedSignersLine(branch.signer));
    expect(git(folder, "fsck", "--strict")).toBe("");
    for (const { id } of branch.commits) {
      git(folder, "-c", "gpg.format=ssh", "-c", `gpg.ssh.allowedSignersFile=${signers}`, "verify-commit", id);
    }
  });

  test("has receipts that ssh-keygen verifies on its own", (context) => {
    const run = sshKeygen(context);
    const { branch, folder } = stored(aProvenBranch());
    const [signers, sig] = [join(folder, "signers"), join(folder, "sig")];
    writeFileSync(signers, allowedSignersLine(branch.signer));
    writeFileSync(sig, git(folder, "show", "HEAD:.plan/receipts/02.json.sig"));
    const args = ["-Y", "verify", "-f", signers, "-I", branch.signer.identity, "-n", "planwright-receipt", "-s", sig];
    const input = git(folder, "show", "HEAD:.plan/receipts/02.json");
    expect(run(args, input).isOk).toBe(true);
    expect(run(args, `${input} `).isOk).toBe(false);
  });

  test("is broken where a shallow clone ends before the approval", async () => {
    const { branch, folder } = stored(aProvenBranch());
    const clone = join(tempFolder(), "clone");
    git(folder, "clone", "-q", "--depth=3", `file://${folder}`, clone);
    const audit = await auditedIn(clone, branch);
    expect(audit.verdict).toBe("broken");
    expect(audit.problems[0]).toMatchObject({
      commit: branch.commits.at(-3)?.id,
      what: expect.stringContaining("the history ends here, before the commit `plan approved`"),
    });
  });

  test("is broken where an object is missing, and the commit is named", async () => {
    const whole = aProvenBranch();
    const missing = whole.commits[3]?.id ?? "";
    const objects = new Map(whole.objects);
    objects.delete(missing);
    const { branch, folder } = stored({ ...whole, objects });
    const audit = await auditedIn(folder, branch);
    expect(audit.verdict).toBe("broken");
    expect(JSON.stringify(audit.problems)).toContain(missing);
  });
});

test.each(["sha1", "sha256"])("an approval that the workspace commits is proven, with ids of %s", async (format) => {
  const folder = tempFolder();
  git(folder, "init", "-q", `--object-format=${format}`);
  const own = await openHarnessGit(locateRepository(folder), join(tempFolder(), "git"), {});
  const [trees, signer] = [treesOf(own), aSigner()];
  const person = { name: "Planwright", email: "planwright@localhost", time: 1_790_000_000, zone: "+0000" };
  const write = (tree: string, parents: string[], message: string) =>
    writeCommit(own, { tree, parents, author: person, committer: person, message, signer });

  const base = await write(trees.emptyTree, [], "begin");
  const id = await trees.write(Buffer.from(PLAN_TEXT));
  const tree = await trees.compose(trees.emptyTree, new Map([[PLAN, { mode: "100644", id }]]));
  const plan = planOf(PLAN_TEXT);
  const about = { plan: plan.id, planHash: approvalHash(plan), approvedBy: "Ada" };
  const tip = await write(tree, [base], writeMessage({ kind: "approved", ...about }));

  const signers = allowedSignersLine(signer);
  const planAt = planReader(trees);
  const audit = await auditBranch({ history: historyOf(own), trees, tip, base, signers, planAt });
  expect(audit).toMatchObject({ verdict: "proven", problems: [], approval: { commit: tip, by: "Ada" } });
});

/** The branch as HEAD of a new repository. */
function stored(branch: ProvenBranch): { branch: ProvenBranch; folder: string } {
  const folder = tempFolder();
  git(folder, "init", "-q", "-b", "plan/pages");
  storeIn(folder, branch.objects);
  mkdirSync(join(folder, ".git/refs/heads/plan"), { recursive: true });
  writeFileSync(join(folder, ".git/refs/heads/plan/pages"), `${branch.tip}\n`);
  return { branch, folder };
}

async function auditedIn(folder: string, { tip, base, signer }: ProvenBranch): Promise<Audit> {
  const own = await openHarnessGit(locateRepository(folder), join(tempFolder(), "git"), {});
  const trees = treesOf(own);
  const signers = allowedSignersLine(signer);
  return auditBranch({ history: historyOf(own), trees, tip, base, signers, planAt: planReader(trees) });
}

function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}
