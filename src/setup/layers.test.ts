import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../test/prerequisite.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { aPolicy, run } from "../sandbox/a-run.testkit.ts";
import { openUnheld } from "../sandbox/unheld.ts";
import { treesOf } from "../workspace/objects/trees.ts";
import { makeWorkTree } from "../workspace/places/work-tree.ts";
import { snapshot } from "../workspace/snapshot/snapshot.ts";
import { aScene } from "./a-setup.testkit.ts";
import { mountPointsIn } from "./mount-points.ts";

const bubblewrap = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
const npm = prerequisite("npm", existsSync("/usr/bin/npm"), "apt-get install npm");

beforeEach((context) => void bubblewrap(context));

const INSTALL = {
  setup: [
    "mkdir -p deps packages/a/deps && cat lock > deps/installed && cp deps/installed packages/a/deps && date +%N > deps/when",
  ],
  lockfiles: ["lock"],
  layers: ["deps"],
};

describe("a set-up", () => {
  test("fills layers that are shown to contracts, and what they write there is gone", async () => {
    const { ready, see, git } = await aScene({ lock: "1", "packages/a/x": "" });
    const { mounts, told, isNew, milliseconds } = await ready(INSTALL);
    expect(mounts.map(({ at, access }) => [at.slice(git.facts.top.length + 1), access])).toEqual([
      ["deps", "throw-away"],
      ["packages/a/deps", "throw-away"],
    ]);
    expect(told).toMatch(/^`mkdir -p .*` filled deps, packages\/a\/deps$/);
    expect([isNew, milliseconds > 0]).toEqual([true, true]);
    expect((await see(mounts, "cat deps/installed packages/a/deps/installed; echo x > deps/installed")).stdout).toBe(
      "11",
    );
    expect((await see(mounts, "cat deps/installed")).stdout).toBe("1");
  });

  test("keeps nothing but its layers", async () => {
    const { ready, folder } = await aScene({ lock: "1", "packages/a/x": "", src: "" });
    await ready({
      ...INSTALL,
      setup: [...INSTALL.setup, "touch other; echo > src; mkdir -p ~/cache; echo $HOME > ~/cache/x"],
    });
    const [key = ""] = readdirSync(folder).filter((name) => !name.endsWith(".log"));
    const names = readdirSync(join(folder, key)).filter((name) => !/\.\d+$/.test(name));
    expect(names.sort()).toEqual(["index", "made.json", "tree"]);
    expect(
      readdirSync(join(folder, key, "tree"), { recursive: true })
        .map(String)
        .sort(),
    ).toEqual([
      ...["deps", "deps/installed", "deps/when"],
      ...["packages", "packages/a", "packages/a/deps", "packages/a/deps/installed"],
    ]);
  });

  test("runs again only when a lockfile, a command or a layer has changed", async () => {
    const { ready, repository } = await aScene({ lock: "1", "packages/a/x": "" });
    const first = await ready(INSTALL);
    repository.commit({ "src/new": "" });
    const second = await ready(INSTALL);
    expect([second.isNew, second.key, second.mounts]).toEqual([false, first.key, first.mounts]);
    expect(second.told).toMatch(/^deps, packages\/a\/deps, as `mkdir .*` left it before$/);
    repository.commit({ lock: "2" });
    const third = await ready(INSTALL);
    expect(third.isNew).toBe(true);
    expect(third.key).not.toBe(first.key);
    expect((await ready({ ...INSTALL, setup: [...INSTALL.setup, "true"] })).isNew).toBe(true);
    expect((await ready({ ...INSTALL, layers: ["deps", "x"] })).isNew).toBe(true);
    repository.commit({ lock: "1" });
    expect((await ready(INSTALL)).isNew).toBe(false);
  });

  test("of a tree that is not accepted yet is its own, and an accepted one is not made from it", async () => {
    const { ready, see, repository, git } = await aScene({ lock: "1", "install.sh": "echo good > deps/tool" });
    const config = { setup: ["mkdir deps && sh install.sh"], lockfiles: ["lock"], layers: ["deps"] };
    const treeOf = (rev: string) => treesOf(git).treeOf(repository.git("rev-parse", rev));
    const base = await treeOf("HEAD");
    const from = (tree: string) => ({
      async *accepted() {
        yield tree;
      },
    });
    const tool = async (changes: object) => (await see((await ready(config, changes)).mounts, "cat deps/tool")).stdout;

    repository.commit({ "install.sh": "echo evil > deps/tool" });
    expect(await tool(from(base))).toBe("good\n");
    repository.commit({ lock: "2" });
    expect(await tool(from(base))).toBe("evil\n");
    repository.commit({ "install.sh": "echo fine > deps/tool" });
    expect(await tool(from(base))).toBe("fine\n");
    repository.commit({ "receipt.json": "" });
    expect(await tool(from(await treeOf("HEAD")))).toBe("fine\n");
    repository.commit({ "install.sh": "echo evil > deps/tool" });
    const last = await ready(config, from(await treeOf("HEAD~1")));
    expect([last.isNew, (await see(last.mounts, "cat deps/tool")).stdout]).toEqual([false, "fine\n"]);
  });

  test("runs where contracts see the checkout, held, with nothing of the person's home or ours", async () => {
    const { ready, lines, folder, git } = await aScene({ lock: "1", src: "a\n" });
    const look = `exec 2>&1; pwd; cat src; ls -A ${folder}/.. ${homedir()}; test -w ~ && echo home`;
    await ready({ ...INSTALL, setup: [look, "mkdir deps"] });
    expect(lines.slice(1, 3)).toEqual([git.facts.top, "a"]);
    expect(lines.slice(-2)).toEqual(["home", "$ mkdir deps"]);
    expect(lines.join("\n")).not.toMatch(/^scratch|^\.ssh|^\.bashrc/m);
  });

  test("tells its output line by line, and keeps it", async () => {
    const { ready, lines, folder } = await aScene({ lock: "" });
    await ready({ ...INSTALL, setup: ["mkdir deps; printf 'one\\rtwo\\n\\nthr'; printf 'ee ü'", "echo four >&2"] });
    expect(lines.slice(1)).toEqual(["one", "two", "three ü", "$ echo four >&2", "four"]);
    const [log = ""] = readdirSync(folder).filter((name) => name.endsWith(".log"));
    expect(readFileSync(join(folder, log), "utf8")).toMatch(
      /^\$ mkdir [^\n]*\none\rtwo\n\nthree ü\$ echo four >&2\nfour\n$/,
    );
  });

  test("never hides what belongs to the tree", async () => {
    const { ready, see, repository } = await aScene({ lock: "1", "packages/a/deps/own": "mine" });
    const setup = ["mkdir -p deps && touch deps/x && echo bad > packages/a/deps/own"];
    const { mounts } = await ready({ ...INSTALL, setup });
    expect((await see(mounts, "cat packages/a/deps/own; ls deps")).stdout).toBe("minex\n");
    // Known already, and now in the way.
    repository.commit({ deps: "a file" });
    expect((await ready({ ...INSTALL, setup })).mounts).toEqual([]);
  });

  test("that leaves no layer says so", async () => {
    const { ready } = await aScene({ lock: "" });
    const { told, mounts } = await ready({ ...INSTALL, setup: ["ln -s /etc deps"], layers: ["deps", "x"] });
    expect([told, mounts]).toEqual(["`ln -s /etc deps` left no folder named deps or x", []]);
  });
});

describe("a set-up that fails", () => {
  test("is told with its command, how it ended and its last lines, and is tried again", async () => {
    const { prepare, ready, folder } = await aScene({ lock: "" });
    const setup = ["mkdir -p deps", "seq 30; test -e ~/../go || exit 3"];
    const failed = await prepare({ ...INSTALL, setup });
    expect(failed).toMatchObject({ status: "failed", exit: { kind: "exited", code: 3 } });
    if (failed.status !== "failed") return;
    expect(failed.log.split("\n")).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 11)));
    expect(failed.told).toMatch(
      /^the set-up failed: `seq 30; .*` ended with status 3; all it printed is in \/.*\.log, and `workspace.setup` in planwright.config.yaml is what ran$/,
    );
    expect(readdirSync(folder).every((name) => name.endsWith(".log"))).toBe(true);
    expect((await ready({ ...INSTALL, setup: ["mkdir deps"] })).isNew).toBe(true);
  });

  test("because a tool is missing says where it is", async () => {
    const { prepare } = await aScene({ lock: "" });
    const bin = tempFolder();
    writeFileSync(join(bin, "nopm"), "");
    const person = { home: "/nonexistent", searched: ["/usr/bin", bin], network: {} };
    const failed = await prepare({ ...INSTALL, setup: ["nopm install"] }, { person });
    expect(failed).toMatchObject({
      told: `the set-up failed: \`nopm install\` ended with status 127: your PATH has \`nopm\` in ${bin}, which is not shown because it may hold secrets; install it elsewhere, or change \`workspace.setup\` in planwright.config.yaml`,
    });
  });

  test("leaves nothing half done when it is stopped", async () => {
    const { prepare, folder, ready } = await aScene({ lock: "" });
    const stop = new AbortController();
    const setup = ["mkdir deps; echo begun; test -e go || sleep 1000"];
    const told = (line: string): void => (line === "begun" ? stop.abort(new Error("enough")) : undefined);
    await expect(prepare({ ...INSTALL, setup }, { signal: stop.signal, told })).rejects.toThrow("enough");
    expect(readdirSync(folder).every((name) => name.endsWith(".log"))).toBe(true);
    expect((await ready({ ...INSTALL, setup: ["mkdir deps"] })).isNew).toBe(true);
  });
});

describe("several at once", () => {
  test("run the set-up once, and the others wait for it", async () => {
    const { ready, lines } = await aScene({ lock: "", "packages/a/x": "" });
    const setup = ["echo run; sleep 0.3", ...INSTALL.setup];
    const all = await Promise.all([1, 2, 3].map(() => ready({ ...INSTALL, setup })));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    expect(lines.filter((line) => line === "run")).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("waiting for another run"))).toHaveLength(2);
  });

  test("one that fails does not keep the others from trying", async () => {
    const { prepare, lines } = await aScene({ lock: "" });
    const both = await Promise.all([1, 2].map(() => prepare({ ...INSTALL, setup: ["echo run; sleep 0.2; false"] })));
    expect(both.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(lines.filter((line) => line === "run")).toHaveLength(2);
  });
});

describe("what is copied", () => {
  const FILES = { ".gitignore": ".env*\n/local/\n", lock: "" };

  test("is what git ignores in the checkout, and it can only be read", async () => {
    const { ready, see, repository } = await aScene(FILES);
    repository.write({ ".env.test": "A=1", "local/deep.json": "{}" });
    const { mounts, told } = await ready({ copy: [".env.test", "local/deep.json"] });
    expect(mounts.map(({ access }) => access)).toEqual(["read", "read"]);
    expect((await see(mounts, "cat .env.test local/deep.json; echo > .env.test || echo no")).stdout).toBe("A=1{}no\n");
    expect(told).toBe("");
  });

  test("changes the key with its content", async () => {
    const { ready, repository } = await aScene(FILES);
    repository.write({ ".env.test": "A=1" });
    const { key } = await ready({ copy: [".env.test"] });
    repository.write({ ".env.test": "A=2" });
    expect((await ready({ copy: [".env.test"] })).key).not.toBe(key);
  });

  test("is named when it cannot be shown", async () => {
    const { ready, repository } = await aScene({ ...FILES, "tracked.env": "old" });
    repository.write({ "tracked.env": "new", "plain.env": "", ".env.link": { link: "/etc/passwd" }, "local/x": "" });
    const { mounts, told } = await ready({ copy: ["tracked.env", "plain.env", ".env.link", ".env.gone", "local"] });
    expect(mounts).toEqual([]);
    expect(told.split("; ").filter((part) => part.includes("not copied"))).toEqual([
      "tracked.env is not copied: git has it, so it is there as it was committed",
      "plain.env is not copied: git does not ignore it",
      ".env.link is not copied: it is no plain file",
      ".env.gone is not copied: it is not in your checkout",
      "local is not copied: it is no plain file",
    ]);
  });
});

test("a cache is shown to set-ups and contracts where their tools look for it, and never written", async () => {
  const { ready, see, lines } = await aScene({ lock: "" });
  const home = tempFolder();
  const cache = join(home, ".npm/_cacache");
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "x"), "cached\n");
  const look = "cat ~/.npm/_cacache/x; ls ~/.npm/_cacache; echo y > ~/.npm/_cacache/y; touch ~/.npm/own";
  const config = { setup: [look, "mkdir deps"], layers: ["deps"], caches: [".npm/_cacache", ".cache/uv"] };
  const { mounts } = await ready(config, { person: { home, searched: [], network: {} } });
  expect(lines.slice(1)).toEqual(["cached", "x", "$ mkdir deps"]);
  expect((await see(mounts, look)).stdout).toBe("cached\nx\n");
  expect(readdirSync(cache)).toEqual(["x"]);
});

test("a worker has layers and copies in its writable tree, and none of them counts as its work", async () => {
  const scene = await aScene({ lock: "1", "packages/a/x": "", ".gitignore": ".env*\n" });
  const { repository, git, sandbox, ready } = scene;
  repository.write({ ".env.test": "A=1\n" });
  const { mounts } = await ready({ ...INSTALL, copy: [".env.test"] });
  const base = repository.git("rev-parse", "HEAD");
  const work = await makeWorkTree(git, join(scene.folder, "../work"), base);
  const at = git.facts.top;
  mountPointsIn(work.path, at, mounts);
  const script =
    "cat .env.test packages/a/deps/installed; echo 2 > deps/installed; echo B > .env.test; echo done > work";
  const policy = aPolicy({ mounts: [{ show: work.path, at, access: "write" }, ...mounts] });
  expect(await run(sandbox, script, policy, { cwd: at })).toMatchObject({ stdout: "A=1\n1" });
  const left = await snapshot(git, work.path, { index: work.index, base });
  const changes = await treesOf(git).changes(base, left.tree);
  expect(changes.map(({ path }) => path)).toEqual(["work"]);
  expect((await scene.see(mounts, "cat deps/installed")).stdout).toBe("1");
});

test("proxies and certificates of this machine reach set-ups, and nothing else of its environment", async () => {
  const { ready, lines } = await aScene({ lock: "" });
  const certificate = join(tempFolder(), "company.pem");
  writeFileSync(certificate, "CERTIFICATE");
  const network = { HTTPS_PROXY: "http://proxy:3128", NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: "/nowhere.pem" };
  const setup = [
    'echo "$HTTPS_PROXY $SSL_CERT_FILE"; cat "$NODE_EXTRA_CA_CERTS"; echo; env | grep -c VITEST; mkdir deps',
  ];
  await ready({ setup, layers: ["deps"] }, { person: { home: "/nonexistent", searched: [], network } });
  expect(lines.slice(1)).toEqual(["http://proxy:3128 /nowhere.pem", "CERTIFICATE", "0"]);
});

test("npm installs for real", async (context) => {
  npm(context);
  const { ready, see } = await aScene({
    "package.json": JSON.stringify({ name: "app", version: "1.0.0", dependencies: { dep: "file:lib/dep" } }),
    "package-lock.json": JSON.stringify({
      ...{ name: "app", version: "1.0.0", lockfileVersion: 3, requires: true },
      packages: {
        "": { name: "app", version: "1.0.0", dependencies: { dep: "file:lib/dep" } },
        "lib/dep": { version: "1.0.0" },
        "node_modules/dep": { resolved: "lib/dep", link: true },
      },
    }),
    "lib/dep/package.json": JSON.stringify({ name: "dep", version: "1.0.0" }),
    "lib/dep/index.js": "module.exports = 42;",
  });
  const { mounts } = await ready({ setup: ["npm ci"], lockfiles: ["package-lock.json"], layers: ["node_modules"] });
  expect((await see(mounts, `node -p 'require("dep")'`)).stdout).toBe("42\n");
});

test("a virtual environment works where contracts see it", async () => {
  const { ready, see, git } = await aScene({ lock: "" });
  const setup = ["/usr/bin/python3 -m venv --without-pip .venv"];
  const { mounts } = await ready({ setup, lockfiles: ["lock"], layers: [".venv"] });
  const { stdout } = await see(mounts, ". .venv/bin/activate && python -c 'import sys; print(sys.prefix)'");
  expect(stdout).toBe(`${git.facts.top}/.venv\n`);
});

test("without a sandbox the set-up runs in its own folder, and its layers can be linked", async () => {
  const { ready } = await aScene({ lock: "1", "packages/a/x": "" }, openUnheld);
  const { mounts } = await ready(INSTALL);
  expect(mounts.map(({ show }) => readFileSync(join(show, "installed"), "utf8"))).toEqual(["1", "1"]);
});
