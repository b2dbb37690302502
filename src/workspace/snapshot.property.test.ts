import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { aRepository, harnessFor, type Repository } from "./a-repository.testkit.ts";
import { snapshot } from "./snapshot.ts";
import { edit, someEdits } from "./work-edits.testkit.ts";

/** What `git add -A` makes of a folder. */
function addedByHand(repository: Repository, work: string, base: string): string {
  const env = {
    GIT_DIR: join(repository.path, ".git"),
    GIT_WORK_TREE: work,
    GIT_INDEX_FILE: join(tempFolder(), "by-hand"),
  };
  repository.gitWith({ env }, "-C", work, "read-tree", base);
  repository.gitWith({ env }, "-C", work, "add", "-A");
  return repository.gitWith({ env }, "-C", work, "write-tree");
}

describe.each([
  ["as it is", []],
  ["that converts line endings by itself", ["core.autocrlf", "true"]],
  ["whose disk has no modes", ["core.filemode", "false"]],
  ["whose disk has no links", ["core.symlinks", "false"]],
])("a repository %s", (_, setting) => {
  test("gives the tree that `git add -A` gives, whatever is done in the folder, one time after the other", async () => {
    const repository = aRepository();
    if (setting.length > 0) repository.git("config", ...setting);
    repository.commit({ ".gitignore": "*.log\n" });
    const git = await harnessFor(repository);
    const work = join(tempFolder(), "work");
    await fc.assert(
      fc.asyncProperty(someEdits(8), fc.array(someEdits(5), { minLength: 1, maxLength: 3 }), async (first, turns) => {
        rmSync(work, { recursive: true, force: true });
        mkdirSync(work);
        const index = join(tempFolder(), "index");
        edit(work, { path: ".gitignore", act: "write", text: "*.log\n" });
        for (const each of first) edit(work, each);
        const base = addedByHand(repository, work, repository.git("rev-parse", "HEAD"));
        for (const turn of turns) {
          for (const each of turn) edit(work, each);
          const { tree } = await snapshot(git, work, { index, base });
          expect(tree).toBe(addedByHand(repository, work, base));
        }
        expect(readdirSync(join(index, "..")).sort()).toEqual(["index", "index.rules", "index.rules.json"]);
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});
