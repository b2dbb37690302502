import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Tools } from "../ports/sandbox.ts";
import { aPolicy, run } from "./a-run.testkit.ts";
import { openSandbox } from "./bubblewrap.ts";
import { resolveTools } from "./tool-roots.ts";

/** A home folder with these files; `a -> b` is a link. */
function aHome(...paths: string[]): string {
  const home = join(tempFolder(), "home/ann");
  for (const path of [".ssh/id_ed25519", ".npmrc", ...paths]) {
    const [name = "", target] = path.split(" -> ");
    mkdirSync(dirname(join(home, name)), { recursive: true });
    if (target !== undefined) symlinkSync(target, join(home, name));
    else if (name.endsWith("/")) mkdirSync(join(home, name));
    else writeFileSync(join(home, name), "#!/bin/sh\necho here\n", { mode: 0o755 });
  }
  return home;
}

/** What is found with one folder of the home on PATH, relative to that home. */
function found(home: string, ...folders: string[]): Pick<Tools, "path" | "roots"> {
  const tools = resolveTools(
    folders.map((folder) => join(home, folder)),
    { homeDir: home, exclude: [] },
  );
  const short = (path: string): string => path.replace(`${home}/`, "~/");
  return { path: tools.path.map(short), roots: tools.roots.map(short) };
}

describe("resolveTools", () => {
  test("keeps the system's folders as they are, in their order", () => {
    const searchPath = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/bin"];
    const tools = resolveTools(searchPath, { homeDir: "/nowhere", exclude: [] });
    expect(tools).toEqual({ path: ["/usr/bin", "/bin", "/usr/local/bin"], roots: [], env: {} });
  });

  test("drops what is relative, missing, a file, or in a place that a worker can write", () => {
    const home = aHome("repo/node_modules/.bin/node", "tools/bin/x", "by-link -> repo/node_modules/.bin", "file");
    const searchPath = [
      "",
      ".",
      "node_modules/.bin",
      "/no/such",
      join(home, "file"),
      join(home, "repo/node_modules/.bin"),
    ];
    const options = { homeDir: home, exclude: [join(home, "repo")] };
    expect(resolveTools([...searchPath, join(home, "by-link")], options).path).toEqual([]);
    expect(resolveTools([join(home, "tools/bin")], options).path).toEqual([join(home, "tools/bin")]);
  });

  test("never shows the home folder, what it lies in, or a folder with keys", () => {
    const home = aHome("bin/x", "kit/bin/x", "kit/credentials.toml", "keys/.aws/config", "keys/x");
    expect(found(home, "").path).toEqual([]);
    expect(found(home, "..").path).toEqual([]);
    expect(found(home, "keys").path).toEqual([]);
    expect(found(home, "bin")).toEqual({ path: ["~/bin"], roots: ["~/bin"] });
    expect(found(home, "kit/bin")).toEqual({ path: ["~/kit/bin"], roots: ["~/kit/bin"] });
  });

  test.each([
    ["nvm", [".nvm/versions/node/v24/bin/node"], ".nvm/versions/node/v24/bin", ["~/.nvm/versions/node/v24"]],
    [
      "sdkman",
      [".sdkman/candidates/java/21/bin/java", ".sdkman/candidates/java/current -> 21"],
      ".sdkman/candidates/java/current/bin",
      ["~/.sdkman/candidates/java/21"],
    ],
    [
      "uv",
      [".local/share/uv/tools/ruff/bin/ruff", ".local/bin/ruff -> ../share/uv/tools/ruff/bin/ruff"],
      ".local/bin",
      ["~/.local/bin", "~/.local/share/uv"],
    ],
    ["pyenv", [".pyenv/shims/python", ".pyenv/versions/3.12/bin/python"], ".pyenv/shims", ["~/.pyenv"]],
    ["volta", [".volta/bin/node"], ".volta/bin", ["~/.volta"]],
    [
      "mise",
      [".local/share/mise/shims/node", ".local/share/mise/installs/node/24/bin/node"],
      ".local/share/mise/shims",
      ["~/.local/share/mise"],
    ],
    ["go", ["go/bin/gopls", "go/pkg/mod/", "go/src/mine"], "go/bin", ["~/go/bin", "~/go/pkg/mod"]],
    ["bun", [".bun/bin/bun"], ".bun/bin", ["~/.bun"]],
    [
      "fnm",
      [
        ".local/share/fnm/node-versions/v24/installation/bin/node",
        "multishell -> .local/share/fnm/node-versions/v24/installation",
      ],
      "multishell/bin",
      ["~/.local/share/fnm/node-versions/v24/installation"],
    ],
    [
      "npm prefix",
      [".npm-global/lib/node_modules/tsc/bin/tsc", ".npm-global/bin/tsc -> ../lib/node_modules/tsc/bin/tsc"],
      ".npm-global/bin",
      ["~/.npm-global"],
    ],
    [
      "another project",
      [
        "site/node_modules/vite/bin/vite.js",
        "site/node_modules/esbuild/",
        "site/node_modules/.bin/vite -> ../vite/bin/vite.js",
      ],
      "site/node_modules/.bin",
      ["~/site/node_modules"],
    ],
    [
      "cargo",
      [".cargo/bin/cargo", ".cargo/registry/", ".cargo/credentials.toml", ".rustup/settings.toml"],
      ".cargo/bin",
      ["~/.cargo/bin", "~/.cargo/registry", "~/.rustup"],
    ],
  ])("finds what programs of %s need", (_name, paths, folder, roots) => {
    const home = aHome(...paths);
    expect(found(home, folder).roots).toEqual(roots);
  });

  test("tells tools where their home is", () => {
    const home = aHome(".cargo/bin/cargo", ".rustup/settings.toml", ".pyenv/shims/python");
    const folders = [join(home, ".cargo/bin"), join(home, ".pyenv/shims")];
    expect(resolveTools(folders, { homeDir: home, exclude: [] }).env).toEqual({
      CARGO_HOME: join(home, ".cargo"),
      RUSTUP_HOME: join(home, ".rustup"),
      PYENV_ROOT: join(home, ".pyenv"),
    });
  });

  test("does not fail at folders that may not be looked into", () => {
    const home = aHome("closed/bin/x");
    chmodSync(join(home, "closed/bin"), 0);
    onTestFinished(() => chmodSync(join(home, "closed/bin"), 0o755));
    expect(() => found(home, "closed/bin")).not.toThrow();
  });
});

describe("tools of this machine, in the sandbox", () => {
  const home = homedir();
  const has = (path: string): boolean => existsSync("/usr/bin/bwrap") && existsSync(join(home, path));

  const runWith = async (script: string, ...folders: string[]): Promise<string> => {
    const folder = tempFolder();
    mkdirSync(join(folder, "tree"));
    const sandbox = await openSandbox({ scratchRoot: join(folder, "scratch"), hidden: [] });
    onTestFinished(() => sandbox.close());
    const searchPath = [...folders.map((name) => join(home, name)), "/usr/bin", "/bin"];
    const tools = resolveTools(searchPath, { homeDir: home, exclude: [] });
    const mounts = [{ show: join(folder, "tree"), at: "/tree", access: "throw-away" as const }];
    const { stdout, stderr } = await run(sandbox, script, aPolicy({ mounts, tools }), { cwd: "/tree" });
    return stdout + stderr;
  };

  test("cargo runs, and its keys do not show", async (context) => {
    if (!has(".cargo/bin/cargo")) context.skip("cargo is not installed in this home");
    const output = await runWith("cargo --version; ls -A $CARGO_HOME; touch $CARGO_HOME/x", ".cargo/bin");
    expect(output).toMatch(/^cargo \d+.*\nbin\n(git\n)?(registry\n)?touch: .*Read-only/);
  });

  test("python runs through the shims of pyenv", async (context) => {
    if (!has(".pyenv/shims/python3")) context.skip("pyenv is not installed in this home");
    expect(await runWith("python3 -c 'print(6 * 7)'", ".pyenv/shims")).toBe("42\n");
  });
});
