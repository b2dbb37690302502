import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { keychainQuestion, keysFor } from "./agent-keys.ts";

/** A keychain that notes what it is asked; names are those of one test, since answers are kept for the whole process. */
function aKeychain(answer: string): { asked(): string[] } {
  const folder = tempFolder();
  const notes = join(folder, "asked");
  writeFileSync(join(folder, "secret-tool"), `#!/bin/sh\necho "$@" >> ${notes}\n${answer}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { asked: () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n").sort() : []) };
}

test("a key of the environment is enough; the keychain is not asked", async () => {
  const keychain = aKeychain("printf secret");
  vi.stubEnv("KEY_A1", "from the environment");
  const variable = await keysFor(["KEY_A1", "KEY_A2"]);
  expect([variable("KEY_A1"), variable("KEY_A2")]).toEqual(["from the environment", null]);
  expect(keychain.asked()).toEqual([]);
});

test("without one, the keychain is asked for each, once", async () => {
  const keychain = aKeychain(`[ "$5" = KEY_B1 ] && printf 'sec ret\\n'`);
  vi.stubEnv("KEY_B1", "");
  for (const variable of [await keysFor(["KEY_B1", "KEY_B2"]), await keysFor(["KEY_B1", "KEY_B2"])]) {
    expect([variable("KEY_B1"), variable("KEY_B2")]).toEqual(["sec ret", null]);
  }
  expect(keychain.asked()).toEqual([
    "lookup service planwright account KEY_B1",
    "lookup service planwright account KEY_B2",
  ]);
});

test("what the environment has goes before what the keychain said earlier", async () => {
  aKeychain("printf old");
  await keysFor(["KEY_C"]);
  vi.stubEnv("KEY_C", "new");
  expect((await keysFor(["KEY_C"]))("KEY_C")).toBe("new");
});

test("any other variable comes from the environment alone", async () => {
  const keychain = aKeychain("printf secret");
  vi.stubEnv("A_MODEL", "large");
  const variable = await keysFor([]);
  expect([variable("A_MODEL"), variable("KEY_D")]).toEqual(["large", null]);
  expect(keychain.asked()).toEqual([]);
});

test.each([
  ["fails, whatever it prints", "printf secret; exit 1", "KEY_E1"],
  ["prints nothing", "true", "KEY_E2"],
  ["never answers", "sleep 1000 & printf secret; wait", "KEY_E3"],
])("a keychain that %s has no key", async (_, answer, name) => {
  aKeychain(answer);
  expect((await keysFor([name]))(name)).toBeNull();
});

test("no keychain at all is no key, either", async () => {
  vi.stubEnv("PATH", tempFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await keysFor(["KEY_F"]))("KEY_F")).toBeNull();
});

test("a keychain is told nothing of the environment that might be a key", async () => {
  const folder = tempFolder();
  vi.stubEnv("KEY_G1", "not for it");
  aKeychain(`env > ${join(folder, "env")}`);
  await keysFor(["KEY_G2"]);
  const told = readFileSync(join(folder, "env"), "utf8");
  expect(told).toMatch(/^PATH=/m);
  expect(told).not.toContain("not for it");
});

test("macOS has a tool of its own", () => {
  expect(keychainQuestion("darwin", "A_KEY").join(" ")).toBe(
    "security find-generic-password -s planwright -a A_KEY -w",
  );
});
