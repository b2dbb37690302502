import { describe, expect, test } from "vitest";
import { onlyAddsDependencies } from "./added-dependencies.ts";

const lock = (packages: object): string => JSON.stringify({ name: "a", lockfileVersion: 3, packages });
const VITEST = { version: "3.0.0", integrity: "sha512-a", bin: { vitest: "vitest.mjs" } };
const LOCK = lock({ "": { name: "a" }, "node_modules/vitest": VITEST });
const locked = (more: object, vitest: object = VITEST): string =>
  lock({ "": { name: "a", dependencies: {} }, "node_modules/vitest": vitest, ...more });
const KLEUR = { version: "4.1.5", integrity: "sha512-b" };

const CARGO = '[package]\nname = "a"\n\n[[test]]\nname = "b"\nharness = true\n\n[dependencies]\nlog = "0.4"\n';
const CARGO_LOCK = 'version = 3\n\n[[package]]\nname = "a"\nversion = "0.1.0"\n';
const GO = "module a\n\ngo 1.22\n\nrequire example.com/assert v1.0.0\n";

describe("a manifest or lockfile", () => {
  test.each([
    ["a package of npm", "package-lock.json", LOCK, locked({ "node_modules/kleur": KLEUR })],
    [
      "a package, and one that only this one uses",
      "package-lock.json",
      LOCK,
      locked({ "node_modules/kleur": KLEUR, "node_modules/kleur/node_modules/ms": KLEUR }),
    ],
    ["a requirement of Python", "requirements.txt", "flask==3.0\n", "flask==3.0\nhttpx[http2]>=0.27 # for calls\n"],
    ["a crate", "Cargo.toml", CARGO, `${CARGO}itoa = { version = "1", features = ["std"] }\n`],
    [
      "a locked crate",
      "Cargo.lock",
      CARGO_LOCK,
      `${CARGO_LOCK}dependencies = [\n "itoa",\n]\n\n[[package]]\nname = "itoa"\nversion = "1.0.0"\nsource = "registry+https://example.com/index"\nchecksum = "aa"\n`,
    ],
    ["a module of Go", "go.mod", GO, `${GO}require example.com/color v1.2.0\n`],
    ["a sum of Go", "go.sum", "a v1 h1:b=\n", "a v1 h1:b=\nb v1 h1:c=\n"],
  ])("only adds %s", (_, path, before, after) => {
    expect(onlyAddsDependencies(path, before, after)).toBe(true);
  });

  test.each([
    ["another version of what was there", "package-lock.json", LOCK, locked({}, { ...VITEST, version: "3.0.1" })],
    ["a package that is gone", "package-lock.json", LOCK, lock({ "": { name: "a" } })],
    [
      "what the runner would load instead",
      "package-lock.json",
      LOCK,
      locked({ "node_modules/vitest/node_modules/chai": KLEUR }),
    ],
    [
      "a program in place of the runner's",
      "package-lock.json",
      LOCK,
      locked({ "node_modules/x": { ...KLEUR, bin: { vitest: "x.js" } } }),
    ],
    [
      "a package from elsewhere",
      "package-lock.json",
      LOCK,
      locked({ "node_modules/x": { ...KLEUR, resolved: "git+ssh://git@example.com/x.git" } }),
    ],
    ["a folder as a package", "package-lock.json", LOCK, locked({ "node_modules/x": { link: true, resolved: "x" } })],
    ["what is no JSON", "package-lock.json", LOCK, "{"],
    ["a plugin that pytest loads by itself", "requirements.txt", "flask\n", "flask\npytest-quiet\n"],
    ["a requirement from elsewhere", "requirements.txt", "flask\n", "flask\n-e ./x\n"],
    ["another index", "requirements.txt", "flask\n", "--index-url https://example.com\nflask\n"],
    ["a setting", "Cargo.toml", CARGO, CARGO.replace("harness = true", "harness = false")],
    ["a new setting", "Cargo.toml", CARGO, `${CARGO}\n[profile.test]\nopt-level = 3\n`],
    [
      "a heading that takes a setting with it",
      "Cargo.toml",
      CARGO,
      CARGO.replace("harness", "[dependencies]\nharness"),
    ],
    ["a crate from a folder", "Cargo.toml", CARGO, `${CARGO}itoa = { path = "x" }\n`],
    [
      "a locked crate from elsewhere",
      "Cargo.lock",
      CARGO_LOCK,
      `${CARGO_LOCK}\n[[package]]\nname = "x"\nversion = "1"\n`,
    ],
    ["another version of a module", "go.mod", GO, `${GO}require example.com/assert v1.9.0\n`],
    ["a module in place of another", "go.mod", GO, `${GO}replace example.com/assert => ./x\n`],
    ["a module to leave out", "go.mod", GO, `${GO}exclude (\n\texample.com/color v1.2.0\n)\n`],
    ["anything else", "vitest.config.ts", "a\n", "a\nb\n"],
  ])("does more than that: %s", (_, path, before, after) => {
    expect(onlyAddsDependencies(path, before, after)).toBe(false);
  });
});
