import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { compareManifest, takeManifest } from "./manifest.ts";

const PROTECTED = ["config/prod/secrets.yml", "src/pay/**", "*.sql", "ci/deploy.sh", "lib/**/key?.pem", "link"];

function aFolder(): string {
  const folder = tempFolder();
  for (const name of ["config/prod", "src/pay/core", "src/open", "lib/a/b"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of [
    "config/prod/secrets.yml",
    "src/pay/core/a.ts",
    "src/open/b.ts",
    "schema.sql",
    "lib/a/b/key1.pem",
  ])
    writeFileSync(join(folder, name), `${name}\n`);
  symlinkSync("/opt/elsewhere", join(folder, "link"));
  return folder;
}

/** What is found after an act in a fresh folder. The manifest goes through JSON, as it does when it is stored. */
function after(act: (at: (path: string) => string) => void, entries = PROTECTED): string[] {
  const folder = aFolder();
  const manifest = JSON.parse(JSON.stringify(takeManifest(folder, entries)));
  act((path) => join(folder, path));
  return compareManifest(folder, manifest).map(({ path, what }) => `${path} ${what}`);
}

test("a manifest holds what the entries cover, the way to it, and what must not exist", () => {
  const { items, above, missing } = takeManifest(aFolder(), PROTECTED);
  expect(items.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    "file config/prod/secrets.yml",
    "file lib/a/b/key1.pem",
    "link link",
    "file schema.sql",
    "folder src/pay",
    "folder src/pay/core",
    "file src/pay/core/a.ts",
  ]);
  expect(above.map(({ path }) => path)).toEqual(["config", "config/prod", "src"]);
  expect(missing).toEqual(["ci/deploy.sh"]);
});

test("nothing is found where nothing was touched, whatever happens beside it", () => {
  expect(after(() => {})).toEqual([]);
  expect(
    after((at) => {
      writeFileSync(at("src/open/b.ts"), "changed");
      writeFileSync(at("src/pays"), "");
      mkdirSync(at("lib/a/c"));
      writeFileSync(at("config/prod/other.yml"), "");
      rmSync(at("config/prod/other.yml"));
    }),
  ).toEqual([]);
});

describe("what is told", () => {
  const cases: [string, (at: (path: string) => string) => void, string[]][] = [
    ["changed bytes", (at) => writeFileSync(at("schema.sql"), "x"), ["schema.sql changed"]],
    ["a mode", (at) => chmodSync(at("src/pay/core/a.ts"), 0o755), ["src/pay/core/a.ts mode"]],
    ["a folder's mode", (at) => chmodSync(at("src/pay"), 0o777), ["src/pay mode"]],
    ["a deletion", (at) => rmSync(at("schema.sql")), ["schema.sql deleted"]],
    [
      "a new file in a protected folder",
      (at) => writeFileSync(at("src/pay/core/new.ts"), ""),
      ["src/pay/core/new.ts created"],
    ],
    ["a new file that a pattern covers", (at) => writeFileSync(at("new.sql"), ""), ["new.sql created"]],
    [
      "a new file that a pattern covers further down",
      (at) => writeFileSync(at("lib/key2.pem"), ""),
      ["lib/key2.pem created"],
    ],
    [
      "a new target of a link",
      (at) => {
        rmSync(at("link"));
        symlinkSync("src", at("link"));
      },
      ["link changed"],
    ],
    [
      "a file that became a link",
      (at) => {
        renameSync(at("schema.sql"), at("s"));
        symlinkSync("s", at("schema.sql"));
      },
      ["schema.sql type"],
    ],
    [
      "a link that became a file",
      (at) => {
        rmSync(at("link"));
        writeFileSync(at("link"), "");
      },
      ["link type"],
    ],
    [
      "a file that became a folder",
      (at) => {
        rmSync(at("schema.sql"));
        mkdirSync(at("schema.sql/x"), { recursive: true });
      },
      ["schema.sql type", "schema.sql/x created"],
    ],
    [
      "a folder that became a file",
      (at) => {
        rmSync(at("src/pay"), { recursive: true });
        writeFileSync(at("src/pay"), "");
      },
      ["src/pay type", "src/pay/core deleted", "src/pay/core/a.ts deleted"],
    ],
    [
      "a folder that became a link to its old self",
      (at) => {
        renameSync(at("src/pay"), at("moved"));
        symlinkSync("../moved", at("src/pay"));
      },
      ["src/pay type", "src/pay/core deleted", "src/pay/core/a.ts deleted"],
    ],
    [
      "a second name for a file",
      (at) => linkSync(at("config/prod/secrets.yml"), at("other")),
      ["config/prod/secrets.yml linked"],
    ],
    ["a renamed ancestor", (at) => renameSync(at("config"), at("config.bak")), ["config/prod/secrets.yml deleted"]],
    [
      "a renamed ancestor with a forgery in its place",
      (at) => {
        renameSync(at("config"), at("config.bak"));
        mkdirSync(at("config/prod"), { recursive: true });
        writeFileSync(at("config/prod/secrets.yml"), "evil");
      },
      ["config/prod/secrets.yml changed"],
    ],
    [
      "an ancestor that became a link to its old self",
      (at) => {
        renameSync(at("config"), at("config.bak"));
        symlinkSync("config.bak", at("config"));
      },
      ["config linked", "config/prod/secrets.yml deleted"],
    ],
    [
      "a nearer ancestor that became a link",
      (at) => {
        renameSync(at("config/prod"), at("prod"));
        symlinkSync("../prod", at("config/prod"));
      },
      ["config/prod linked", "config/prod/secrets.yml deleted"],
    ],
    [
      "an ancestor that became a file",
      (at) => {
        rmSync(at("config"), { recursive: true });
        writeFileSync(at("config"), "");
      },
      ["config/prod/secrets.yml deleted"],
    ],
    [
      "a missing path that was made",
      (at) => {
        mkdirSync(at("ci"));
        writeFileSync(at("ci/deploy.sh"), "");
      },
      ["ci/deploy.sh created"],
    ],
    [
      "a missing path that was made as a link",
      (at) => {
        mkdirSync(at("ci"));
        symlinkSync("/dev/null", at("ci/deploy.sh"));
      },
      ["ci/deploy.sh created"],
    ],
    [
      "a missing path that was made as a folder",
      (at) => mkdirSync(at("ci/deploy.sh"), { recursive: true }),
      ["ci/deploy.sh created"],
    ],
    [
      "a missing path that was made behind a link",
      (at) => {
        mkdirSync(at("x"));
        writeFileSync(at("x/deploy.sh"), "");
        symlinkSync("x", at("ci"));
      },
      ["ci linked"],
    ],
  ];
  test.each(cases)("%s", (_, act, told) => {
    expect(after(act)).toEqual(told);
  });
});

test("an empty folder on the way to what must not exist is no fault", () => {
  expect(after((at) => mkdirSync(at("ci")))).toEqual([]);
});

test("an entry that names nothing, or something outside, is never followed", () => {
  const folder = aFolder();
  const { items, missing } = takeManifest(join(folder, "src"), ["", "../schema.sql", "./open/../../config", "  "]);
  expect(items).toEqual([]);
  expect(missing).toHaveLength(4);
});

test("a pattern over everything leaves out the git directory", () => {
  const folder = aFolder();
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git/HEAD"), "");
  expect(takeManifest(folder, ["**"]).items.map(({ path }) => path)).not.toContain(".git");
  expect(takeManifest(folder, ["**", ".git"]).items.some(({ path }) => path.startsWith(".git"))).toBe(false);
});

test("names that are no property of anything, and names that are no UTF-8, are kept", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "__proto__.sql"), "");
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/n`), Buffer.of(0xff), Buffer.from(".sql")]), "");
  const manifest = JSON.parse(JSON.stringify(takeManifest(folder, ["*.sql"])));
  expect(compareManifest(folder, manifest)).toEqual([]);
  rmSync(join(folder, "__proto__.sql"));
  rmSync(Buffer.concat([Buffer.from(`${folder}/n`), Buffer.of(0xff), Buffer.from(".sql")]));
  expect(compareManifest(folder, manifest)).toEqual([
    { path: "__proto__.sql", what: "deleted" },
    { path: "n\udcff.sql", what: "deleted" },
  ]);
});

describe("a link in an entry", () => {
  const links = (at: (path: string) => string): void => {
    symlinkSync("config", at("conf"));
    symlinkSync("conf/prod", at("deep"));
    symlinkSync("loop/on", at("loop"));
    symlinkSync("/etc", at("outside"));
    symlinkSync("..", at("up"));
    symlinkSync(".", at("here"));
  };
  const entriesFor = (...entries: string[]): string[] => {
    const folder = aFolder();
    links((path) => join(folder, path));
    return takeManifest(folder, entries).entries;
  };

  test("protects the place it leads to, over several links", () => {
    expect(entriesFor("conf/prod/secrets.yml")).toEqual(["conf/prod/secrets.yml", "config/prod/secrets.yml"]);
    expect(entriesFor("deep/*.yml")).toEqual(["deep/*.yml", "conf/prod/*.yml", "config/prod/*.yml"]);
  });

  test("is not followed out of the folder, to all of it, or for ever", () => {
    for (const entry of ["outside/passwd", "up/other", "here"]) expect(entriesFor(entry)).toEqual([entry]);
    expect(entriesFor("here/schema.sql")).toEqual(["here/schema.sql", "schema.sql"]);
    expect(entriesFor("loop/a").length).toBeGreaterThan(1);
  });

  test("that comes later protects nothing", () => {
    const found = after((at) => symlinkSync("src", at("ci")));
    expect(found).toEqual(["ci linked"]);
  });
});
