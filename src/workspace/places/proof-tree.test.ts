import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aRepository, type Files, harnessFor, type Repository } from "../a-repository.testkit.ts";
import { fingerprint } from "../folders/fingerprint.testkit.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { openProofTree } from "./proof-tree.ts";

const FILES: Files = {
  "src/a.ts": "a\n",
  "src/deep/b.ts": "b\n",
  "run.sh": { script: "true" },
  link: { link: "src/a.ts" },
  ".gitignore": "*.log\nnode_modules/\n",
  "big.psd": "version https://git-lfs.github.com/spec/v1\n",
  ".gitattributes": "*.psd filter=lfs\n*.bat eol=crlf\n",
  "x.bat": "x\n",
};

/** A proof tree, trees to hold, and what a fresh checkout of a tree looks like. */
async function world(repository = aRepository()) {
  const git = counted(await harnessFor(repository));
  const folder = join(tempFolder(), "proof");
  const proof = openProofTree(git, folder);
  const treeWith = (files: Files) => {
    repository.commit(files);
    return repository.git("rev-parse", "HEAD^{tree}");
  };
  const at = (path: string) => join(proof.path, path);
  const expectFresh = (tree: string) => expect(fingerprint(proof.path)).toEqual(freshly(repository, tree));
  return { repository, git, folder, proof, treeWith, at, expectFresh };
}

function freshly(repository: Repository, tree: string): string[] {
  const path = join(tempFolder(), "fresh");
  mkdirSync(path);
  const env = { GIT_DIR: join(repository.path, ".git"), GIT_WORK_TREE: path, GIT_INDEX_FILE: `${path}.index` };
  repository.gitWith({ env }, "-C", path, "read-tree", "--reset", "-u", tree);
  return fingerprint(path);
}

/** The same git, counting what is started. */
function counted(git: HarnessGit): HarnessGit & { runs: string[] } {
  const runs: string[] = [];
  const run: HarnessGit["run"] = (args, options) => {
    runs.push(args[0] ?? "");
    return git.run(args, options);
  };
  return { ...git, runs, run };
}

describe("a proof tree", () => {
  test("moves from tree to tree, and starts no git when it is there already", async () => {
    const { proof, treeWith, expectFresh, git } = await world();
    const one = treeWith(FILES);
    const two = treeWith({ "src/a.ts": null, "src/deep": null, "src/deep/now/a folder": "x", "run.sh": "no script\n" });
    const three = treeWith({ src: null, link: null });
    for (const tree of [one, two, three, one]) {
      await proof.hold(tree);
      expectFresh(tree);
    }
    git.runs.length = 0;
    await proof.hold(one);
    expect(git.runs).toEqual([]);
    await proof.hold(two);
    expect(git.runs).toEqual(["checkout-index"]);
  });

  test("holds the empty tree, and SHA-256 trees", async () => {
    const { proof, treeWith, at, repository } = await world(aRepository("--object-format=sha256"));
    await proof.hold(treeWith({ a: "a" }));
    expect(readFileSync(at("a"), "utf8")).toBe("a");
    await proof.hold(repository.gitWith({ input: Buffer.of() }, "mktree"));
    expect(readdirSync(proof.path)).toEqual([]);
  });

  test("writes line endings as a checkout does, also when only the attributes change", async () => {
    const { proof, treeWith, at, expectFresh } = await world();
    const one = treeWith({ "a.txt": "x\n", ".gitattributes": "" });
    const two = treeWith({ ".gitattributes": "*.txt eol=crlf\n" });
    await proof.hold(one);
    await proof.hold(two);
    expect(readFileSync(at("a.txt"), "utf8")).toBe("x\r\n");
    await proof.soil();
    await proof.hold(one);
    expectFresh(one);
  });

  test("runs no filter, and leaves the folders of submodules empty", async () => {
    const { proof, treeWith, at, repository } = await world();
    repository.git("config", "filter.lfs.smudge", "echo smudged");
    const inner = aRepository();
    inner.commit({ x: "" });
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path, "sub");
    const tree = treeWith(FILES);
    await proof.hold(tree);
    expect(readFileSync(at("big.psd"), "utf8")).toMatch(/^version/);
    expect(readdirSync(at("sub"))).toEqual([]);
    writeFileSync(at("sub/x"), "");
    await proof.soil();
    await proof.hold(tree);
    expect(readdirSync(at("sub"))).toEqual([]);
  });
});

describe("after a run that wrote into it", () => {
  const acts: [string, (at: (path: string) => string) => void][] = [
    [
      "changed, deleted and new files",
      (at) => {
        writeFileSync(at("src/a.ts"), "A\n");
        rmSync(at("run.sh"));
        writeFileSync(at("new"), "");
      },
    ],
    [
      "ignored files",
      (at) => {
        mkdirSync(at("node_modules/x"), { recursive: true });
        writeFileSync(at("node_modules/x/y"), "");
        writeFileSync(at("src/a.log"), "");
      },
    ],
    [
      "modes",
      (at) => {
        chmodSync(at("run.sh"), 0o644);
        chmodSync(at("src/a.ts"), 0);
      },
    ],
    [
      "a nested repository",
      (at) => {
        spawnSync("git", ["init", "-q", at("nested")]);
        writeFileSync(at("nested/x"), "");
      },
    ],
    [
      "a git directory in a folder of the tree, and at its top",
      (at) => {
        spawnSync("git", ["init", "-q", at("src")]);
        spawnSync("git", ["init", "-q", at(".")]);
      },
    ],
    [
      "closed folders",
      (at) => {
        mkdirSync(at("shut/in"), { recursive: true });
        writeFileSync(at("shut/in/x"), "");
        chmodSync(at("shut"), 0);
        writeFileSync(at("src/deep/b.ts"), "B");
        chmodSync(at("src/deep"), 0o500);
        chmodSync(at("src"), 0);
      },
    ],
    [
      "a file where a folder was",
      (at) => {
        rmSync(at("src"), { recursive: true });
        writeFileSync(at("src"), "");
      },
    ],
    [
      "a folder where a file was",
      (at) => {
        rmSync(at("run.sh"));
        mkdirSync(at("run.sh/x"), { recursive: true });
      },
    ],
    [
      "a link where a folder was",
      (at) => {
        renameSync(at("src"), at("moved"));
        symlinkSync("moved", at("src"));
      },
    ],
    [
      "a link to a folder outside where a folder was",
      (at) => {
        mkdirSync(at("../outside"));
        writeFileSync(at("../outside/a.ts"), "precious");
        rmSync(at("src"), { recursive: true });
        symlinkSync("../outside", at("src"));
      },
    ],
    [
      "a fifo where a file was",
      (at) => {
        rmSync(at("src/a.ts"));
        spawnSync("mkfifo", [at("src/a.ts")]);
      },
    ],
    ["an empty folder", (at) => mkdirSync(at("empty"))],
    ["everything gone", (at) => rmSync(at("."), { recursive: true })],
    ["other line endings", (at) => writeFileSync(at("x.bat"), "x\n")],
  ];
  test.each(acts)("%s leave no trace", async (_, act) => {
    const { proof, treeWith, at, expectFresh } = await world();
    const tree = treeWith(FILES);
    await proof.hold(tree);
    await proof.soil();
    act(at);
    await proof.hold(tree);
    expectFresh(tree);
    if (existsSync(at("../outside"))) expect(readFileSync(at("../outside/a.ts"), "utf8")).toBe("precious");
  });

  test("it also moves to another tree", async () => {
    const { proof, treeWith, at, expectFresh } = await world();
    const one = treeWith(FILES);
    const two = treeWith({ "src/a.ts": "changed", "src/deep": null });
    await proof.hold(one);
    await proof.soil();
    writeFileSync(at("src/a.ts"), "evil");
    writeFileSync(at("src/deep/stranger"), "");
    await proof.hold(two);
    expectFresh(two);
  });
});

describe("a crash", () => {
  test("between two trees leaves nothing that is believed", async () => {
    const { proof, treeWith, at, expectFresh, folder } = await world();
    const one = treeWith(FILES);
    const two = treeWith({ "src/a.ts": "changed" });
    await proof.hold(one);
    const index = readFileSync(join(folder, "index"));
    await proof.hold(two);
    writeFileSync(join(folder, "index"), index.subarray(0, 100));
    writeFileSync(join(folder, "index.lock"), "");
    writeFileSync(join(folder, "state.json"), '{"tree":null,"isCl');
    writeFileSync(at("src/deep/b.ts"), "half");
    await proof.hold(two);
    expectFresh(two);
  });

  test("of the machine makes it look at every file", async () => {
    const { proof, treeWith, at, expectFresh, folder } = await world();
    const tree = treeWith(FILES);
    await proof.hold(tree);
    const state = JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
    writeFileSync(join(folder, "state.json"), JSON.stringify({ ...state, boot: "an earlier one" }));
    writeFileSync(at("src/a.ts"), "");
    await proof.hold(tree);
    expectFresh(tree);
  });
});

describe("its lock", () => {
  test("keeps everybody else out until it is closed", async () => {
    const { proof, git, folder } = await world();
    expect(() => openProofTree(git, folder)).toThrow(expect.objectContaining({ code: "locked" }));
    await proof.close();
    const next = openProofTree(git, folder);
    expect(() => openProofTree(git, folder)).toThrow("is in use by process");
    await next.close();
  });

  test("ends with its process", async () => {
    const { proof, git, folder } = await world();
    await proof.close();
    const file = readdirSync(folder).find((name) => name.startsWith("proof-lock.")) ?? "";
    writeFileSync(join(folder, file), JSON.stringify({ holder: { pid: 4194304, started: "x" }, note: "" }));
    await openProofTree(git, folder).close();
    expect(readdirSync(folder)).toContain("proof-lock.2");
  });

  test("is not for a folder that is not ours", async () => {
    const { git } = await world();
    expect(() => openProofTree(git, tempFolder())).toThrow(expect.objectContaining({ code: "not-ours" }));
  });
});

test("a folder that held a tree of an earlier repository is filled anew", async () => {
  const earlier = await world();
  await earlier.proof.hold(earlier.treeWith(FILES));
  await earlier.proof.close();
  const { repository, git } = await world();
  repository.commit({ "src/a.ts": "other\n", ".gitattributes": "*.bat eol=lf\n" });
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const proof = openProofTree(git, earlier.folder);
  await proof.hold(tree);
  expect(fingerprint(proof.path)).toEqual(freshly(repository, tree));
});
