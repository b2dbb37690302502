import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, harnessFor, type Repository } from "../a-repository.testkit.ts";
import { isAttributes } from "../objects/attribute-files.ts";
import { edit, someEdits } from "../work-edits.testkit.ts";
import { snapshot } from "./snapshot.ts";

/** What `git add -A` makes of a folder. The index, which then knows the files, is kept where the caller says. */
function addedByHand(
  repository: Repository,
  work: string,
  base: string,
  index = join(tempFolder(), "by-hand"),
  version = "2",
): string {
  const env = { GIT_DIR: join(repository.path, ".git"), GIT_WORK_TREE: work, GIT_INDEX_FILE: index };
  repository.gitWith({ env }, "-C", work, "read-tree", base);
  repository.gitWith({ env }, "-C", work, "add", "-A");
  repository.gitWith({ env }, "-C", work, "update-index", "--index-version", version);
  return repository.gitWith({ env }, "-C", work, "write-tree");
}

/** What the index is like at first. An index of version 4 is not read here, so that git looks at the files. */
type Index = "empty" | "known" | "known to git";

describe.each<[string, string[], Index]>([
  ["as it is", [], "empty"],
  ["as it is", [], "known"],
  ["as it is", [], "known to git"],
  ["that shares its objects", ["core.sharedrepository", "group"], "known"],
  ["that converts line endings by itself", ["core.autocrlf", "true"], "empty"],
  ["that converts line endings by itself", ["core.autocrlf", "true"], "known"],
  ["whose disk has no modes", ["core.filemode", "false"], "empty"],
  ["whose disk has no modes", ["core.filemode", "false"], "known"],
  ["whose disk has no links", ["core.symlinks", "false"], "empty"],
  ["whose disk has no links", ["core.symlinks", "false"], "known"],
])("a repository %s", (_, setting, known) => {
  test(`gives the tree that \`git add -A\` gives, whatever is done in the folder, with an index that is ${known}`, async () => {
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
        const base = addedByHand(repository, work, repository.git("rev-parse", "HEAD"), index, INDEX_VERSION[known]);
        if (known === "empty") rmSync(index);
        for (const turn of turns) {
          // Git does not convert anew what it knows, unless it was written within this very second.
          const edits = known === "empty" ? turn : turn.filter(({ path }) => !isAttributes(path));
          for (const each of edits) edit(work, each);
          const { tree } = await snapshot(git, work, { index, base });
          expect(tree).toBe(addedByHand(repository, work, base));
        }
        const left = readdirSync(join(index, "..")).sort();
        expect(["index", "index.rules", "index.rules.json"]).toEqual(expect.arrayContaining(left));
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});

const INDEX_VERSION = { empty: "2", known: "2", "known to git": "4" };
