import { existsSync, linkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsThatDiffer } from "../system/folder-state.ts";
import { aPlanPlace, type PlanPlace } from "./a-plan-place.ts";

test("no verb of git writes in Plan mode, and those that only read work", async () => {
  const place = await aPlanPlace();
  const verbs = `add -A|commit --allow-empty -m x|stash -u|checkout -b other|checkout -f HEAD -- .|switch -c other|reset --hard
    restore .|clean -fdx|rm -r .|mv src other|config a.b c|tag x|branch x|branch -D plan/numbers|worktree add ../other
    update-ref refs/heads/x HEAD|symbolic-ref HEAD refs/heads/x|notes add -m x|gc|repack -ad|prune|pack-refs --all
    reflog expire --all --expire=now|maintenance run|remote add x y|bisect start|sparse-checkout set x|submodule init
    update-index --refresh|update-index --assume-unchanged src/f|read-tree --empty|hash-object -w src/f|write-tree
    replace HEAD HEAD~1|merge plan/numbers|rebase plan/numbers|cherry-pick plan/numbers|revert HEAD --no-edit|init
    fetch . main:x|push . main:x|format-patch -1 -o src|apply x|am x|filter-branch -f|fsmonitor--daemon start|status`;
  const run = verbs
    .split(/[|\n]/)
    .map((verb) => `git ${verb.trim()} < /dev/null`)
    .join("; ");
  const identity = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  await unchangedBy(place, `date > src/f; ${run}`, identity);
  const read = await place.plan("git log --oneline -1 && git status --short && git diff HEAD && git show HEAD:src/f");
  expect(read).toMatchObject({ exit: { kind: "exited", code: 0 }, log: expect.stringMatching(/ base\nas it was\n$/) });
});

test("a plan folder is no way out", async () => {
  const place = await aPlanPlace();
  const threads = place.open["a folder of ours"] ?? "";
  const nested = place.open["a folder in the tree"] ?? "";
  symlinkSync(join(place.top, "src"), join(threads, "to-tree"));
  symlinkSync("../../src/f", join(nested, "to-file"));
  for (const script of [
    `echo x > ${threads}/to-tree/f; echo x > ${threads}/to-tree/new`,
    "echo x > docs/plans/to-file",
    `ln -s ${place.top} ${threads}/top; rm -rf ${threads}/top/src; echo x > ${threads}/top/new`,
    `ln src/f docs/plans/name && echo x > docs/plans/name`,
    `ln docs/plans/f src/name; cp -l docs/plans/f src/name2; mv docs/plans/f src/`,
    "mv docs/plans docs/other; rmdir docs/plans; mv docs other; rm -rf docs",
    `cd ${threads} && echo x > ../escaped; mkdir ../2; mv . ../2; cd .. && echo x > escaped`,
    `perl -e '($a,$b)=@ARGV; syscall(316,-100,$a,-100,$b,2)' docs/plans/f src/f`,
    `echo x > ${place.home}/policy.yaml; echo x > ${place.home}/keys/x; ls -A ${place.home}`,
    `mkfifo ${threads}/pipe; (cat ${threads}/pipe > src/f &) ; timeout 1 sh -c "echo x > ${threads}/pipe"`,
  ]) {
    await unchangedBy(place, script);
  }
  expect(existsSync(join(place.top, "src/name"))).toBe(false);
});

test("a plan folder in which a file of the tree has a second name is refused", async () => {
  const place = await aPlanPlace();
  const threads = place.open["a folder of ours"] ?? "";
  writeFileSync(join(place.home, "first"), "");
  linkSync(join(place.home, "first"), join(threads, "second"));
  await expect(place.plan(`echo x > ${threads}/second`)).rejects.toThrow(/second has another name \(hard link\)/);
});

test("thinking aloud in the plan folders is what Plan mode is for", async () => {
  const place = await aPlanPlace();
  const before = place.state();
  const threads = place.open["a folder of ours"] ?? "";
  const script = `set -e; mkdir -p docs/plans/a/b ${threads}/notes; grep -rn was src > docs/plans/a/b/found.md
    sed -i s/was/is/ docs/plans/f; cp src/f ${threads}/notes/; echo 'a plan' > ${threads}/plan.md; ls /tmp "$HOME" > /tmp/x`;
  expect(await place.plan(script)).toMatchObject({ exit: { kind: "exited", code: 0 } });
  expect(existsSync(join(threads, "notes/f")) && existsSync(join(place.top, "docs/plans/a/b/found.md"))).toBe(true);
  expect(pathsThatDiffer(before, place.state())).toEqual([]);
});

async function unchangedBy(place: PlanPlace, script: string, env: Record<string, string> = {}): Promise<void> {
  writeFileSync(join(place.open["a folder in the tree"] ?? "", "f"), "as it was\n");
  const before = place.state();
  const { log } = await place.plan(script, env);
  expect.soft(pathsThatDiffer(before, place.state()), `${script}\n${log}`).toEqual([]);
}
