import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { type KeychainPlace, keychainQuestion, keysFor } from "./agent-keys.ts";

/** A keychain that notes what it is asked; names are those of one test, since answers are kept for the whole process. */
function aKeychain(answer: string, folder = tempFolder()): { asked(): string[]; place: KeychainPlace } {
  const notes = join(folder, "asked");
  writeFileSync(join(folder, "secret-tool"), `#!/bin/sh\necho "$@" >> ${notes}\n${answer}\n`, { mode: 0o755 });
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    asked: () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n").sort() : []),
    place: { tree: tempFolder(), folders: [folder, "/usr/bin", "/bin"] },
  };
}

test("a key of the environment is enough; the keychain is not asked", async () => {
  const keychain = aKeychain("printf secret");
  vi.stubEnv("KEY_A1", "from the environment");
  const variable = await keysFor(["KEY_A1", "KEY_A2"], keychain.place);
  expect([variable("KEY_A1"), variable("KEY_A2")]).toEqual(["from the environment", null]);
  expect(keychain.asked()).toEqual([]);
});

test("without one, the keychain is asked for each, once", async () => {
  const keychain = aKeychain(`[ "$5" = KEY_B1 ] && printf 'sec ret\\n'`);
  vi.stubEnv("KEY_B1", "");
  for (const _ of ["the first time", "and again"]) {
    const variable = await keysFor(["KEY_B1", "KEY_B2"], keychain.place);
    expect([variable("KEY_B1"), variable("KEY_B2")]).toEqual(["sec ret", null]);
  }
  expect(keychain.asked()).toEqual([
    "lookup service planwright account KEY_B1",
    "lookup service planwright account KEY_B2",
  ]);
});

test("what the environment has goes before what the keychain said earlier", async () => {
  const { place } = aKeychain("printf old");
  await keysFor(["KEY_C"], place);
  vi.stubEnv("KEY_C", "new");
  expect((await keysFor(["KEY_C"], place))("KEY_C")).toBe("new");
});

test("any other variable comes from the environment alone", async () => {
  const keychain = aKeychain("printf secret");
  vi.stubEnv("A_MODEL", "large");
  const variable = await keysFor([], keychain.place);
  expect([variable("A_MODEL"), variable("KEY_D")]).toEqual(["large", null]);
  expect(keychain.asked()).toEqual([]);
});

test.each([
  ["fails, whatever it prints", "printf secret; exit 1", "KEY_E1"],
  ["prints nothing", "true", "KEY_E2"],
  ["never answers", "sleep 1000 & printf secret; wait", "KEY_E3"],
])("a keychain that %s has no key", async (_, answer, name) => {
  const { place } = aKeychain(answer);
  expect((await keysFor([name], place))(name)).toBeNull();
});

test("no keychain at all is no key, either", async () => {
  const place = { tree: tempFolder(), folders: [tempFolder()] };
  expect((await keysFor(["KEY_F"], place))("KEY_F")).toBeNull();
});

test("a keychain is told nothing of the environment that might be a key", async () => {
  const folder = tempFolder();
  vi.stubEnv("KEY_G1", "not for it");
  const { place } = aKeychain(`env > ${join(folder, "env")}`);
  await keysFor(["KEY_G2"], place);
  const told = readFileSync(join(folder, "env"), "utf8");
  expect(told).toMatch(/^PATH=/m);
  expect(told).not.toContain("not for it");
});

describe("a keychain's tool", () => {
  test("is not looked for on PATH", async () => {
    const folder = tempFolder();
    const keychain = aKeychain("printf forged", folder);
    vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
    expect((await keysFor(["KEY_H1"], { tree: tempFolder() }))("KEY_H1")).toBeNull();
    expect(keychain.asked()).toEqual([]);
  });

  test.each([
    ["lies in the repository", "KEY_H2", "tree"],
    ["leads into the repository", "KEY_H3", "linked"],
  ])("is passed over where it %s, for one that does not", async (_, name, first) => {
    const folder = tempFolder();
    for (const each of ["tree", "linked", "system"]) mkdirSync(join(folder, each));
    const forged = aKeychain("printf forged", join(folder, "tree"));
    symlinkSync("../tree/secret-tool", join(folder, "linked/secret-tool"));
    aKeychain("printf real", join(folder, "system"));
    const folders = [join(folder, first), join(folder, "system")];
    expect((await keysFor([name], { tree: join(folder, "tree"), folders }))(name)).toBe("real");
    expect(forged.asked()).toEqual([]);
  });

  test("is started by its path, whatever stands before it on PATH", async () => {
    const folder = tempFolder();
    const { place } = aKeychain('printf %s "$0"', folder);
    expect((await keysFor(["KEY_H4"], place))("KEY_H4")).toBe(join(folder, "secret-tool"));
  });
});

test("macOS has a tool of its own", () => {
  expect(keychainQuestion("darwin", "A_KEY").join(" ")).toBe(
    "security find-generic-password -s planwright -a A_KEY -w",
  );
});
