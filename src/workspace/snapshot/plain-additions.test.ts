import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { plainAdditions } from "./plain-additions.ts";

async function world() {
  const repository = aRepository();
  repository.write({ plain: "text\r\n", "dir/script": { script: "true" }, link: { link: "dir/script" } });
  const git = await harnessFor(repository);
  const added = (...paths: string[]) => plainAdditions(git, repository.path, paths);
  return { repository, git, added };
}

describe("plain files", () => {
  test("are added as git adds them", async () => {
    const { repository, added } = await world();
    const edits = await added("plain", "dir/script", "link");
    repository.git("add", "--all");
    const staged = repository.git("ls-files", "--stage").split("\n").sort();
    expect(edits?.map(({ path, to }) => `${to?.mode} ${to?.id} 0\t${path}`).sort()).toEqual(staged);
    // The objects are there, and git finds them whole.
    for (const { to } of edits ?? []) repository.git("cat-file", "-e", to?.id ?? "");
    repository.git("fsck", "--strict");
  });

  test.for([
    ["is gone", "gone", "true"],
    ["is large", "large", "head -c 100000 /dev/zero > large"],
    ["has a name that means something to git", ".gitmodules", "touch .gitmodules"],
    ["has a name that is not plain", "a:b", "touch a:b"],
    ["is a folder", "dir", "true"],
    ["is a pipe", "pipe", "mkfifo pipe"],
    ["lies behind a link", "dir/script", "mv dir moved; ln -s moved dir"],
    ["lies below attributes that nobody has committed", "dir/script", "echo '* text' > dir/.gitattributes"],
  ] as const)("are left to git when one of them %s", async ([, path, make]) => {
    const { repository, added } = await world();
    expect(spawnSync("bash", ["-c", make], { cwd: repository.path }).status).toBe(0);
    expect(await added("plain", path)).toBeNull();
  });

  test("are left to git when there are many, or when objects are not ours alone", async () => {
    const { repository, git, added } = await world();
    const many = Array.from({ length: 21 }, (_, number) => `many/${number}`);
    mkdirSync(join(repository.path, "many"));
    for (const path of many) writeFileSync(join(repository.path, path), path);
    expect(await added(...many)).toBeNull();
    expect(await added(...many.slice(1))).toHaveLength(20);
    expect(await plainAdditions({ ...git, plainObjects: false }, repository.path, ["plain"])).toBeNull();
    expect(await plainAdditions({ ...git, plainFiles: false }, repository.path, ["plain"])).toBeNull();
  });
});
