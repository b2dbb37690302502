import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSigner } from "../src/receipts/signing-key.ts";
import { gitIn } from "./a-checkout.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

/** `planwright signers`, as somebody types it who wants a team to know their key. */
function aRepository() {
  const place = tempFolder();
  const top = join(place, "repository");
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  gitIn(top, "config", "user.name", "Ann");
  gitIn(top, "config", "user.email", "ann@example.com");
  gitIn(top, "commit", "-q", "--allow-empty", "-m", "base");
  const env = { PLANWRIGHT_HOME: join(place, "home") };
  const signers = (...words: string[]) => planwright(["signers", ...words], top, env);
  return {
    ...{ place, top, signers },
    text: () => readFileSync(join(top, "allowed_signers"), "utf8"),
    listed: () => JSON.parse(signers("list", "--json").stdout),
    commit: () => {
      gitIn(top, "add", "allowed_signers");
      gitIn(top, "commit", "-qm", "say who may sign");
    },
  };
}

/** A public key of somebody else, in a file as ssh-keygen writes it. */
function keyOf(place: string, comment: string): string {
  const path = join(place, "somebody.pub");
  writeFileSync(path, `${openSigner(join(place, "somebody")).publicKey}${comment}\n`);
  return path;
}

test("names this machine's key by the address that git knows, once, and says what to commit", () => {
  const { top, signers, text } = aRepository();
  const added = signers("add");
  expect(added).toMatchObject({ status: 0, stderr: "" });
  expect(added.stdout).toBe(
    'allowed_signers names this machine\'s key now: ann@example.com\ncommit it on the main branch; it counts for plans that start after that:\n  git add allowed_signers && git commit -m "Say who may sign"\n',
  );
  expect(text()).toMatch(/^ann@example\.com namespaces="git,planwright-receipt" ssh-ed25519 AAAA\S+\n$/);
  const before = text();
  expect(signers("add", "--as", "somebody@example.com").stdout).toBe(
    "allowed_signers names this machine's key already: ann@example.com\n",
  );
  expect(text()).toBe(before);
  expect(gitIn(top, "status", "--porcelain")).toBe("?? allowed_signers");
});

test("adds a line below what is there, also where the last one does not end", () => {
  const { place, top, signers, text } = aRepository();
  writeFileSync(join(top, "allowed_signers"), "# who may sign");
  expect(signers("add", keyOf(place, " bob@example.com")).status).toBe(0);
  expect(text()).toMatch(/^# who may sign\nbob@example\.com namespaces=\S+ ssh-ed25519 \S+\n$/);
});

test("adds a line for a key whose earlier line does not let it sign any more", () => {
  const { signers, text, top } = aRepository();
  signers("add");
  writeFileSync(join(top, "allowed_signers"), text().replace(" ", ' valid-before="20200101",'));
  expect(signers("add").stdout).toContain("names this machine's key now: ann@example.com");
  expect(text().trim().split("\n")).toHaveLength(2);
});

test("asks whose a key is when its file does not say, and refuses what is no key, no name and no plain file", () => {
  const { place, top, signers, text } = aRepository();
  const nameless = keyOf(place, "");
  expect(signers("add", nameless)).toMatchObject({
    status: 2,
    stderr: `planwright: ${nameless} does not say whose key it is; --as ann@example.com names them\n`,
  });
  for (const name of ["a b", "*", 'a"b', "a,b", "#a", ""]) {
    expect(signers("add", nameless, "--as", name), name).toMatchObject({ status: 2 });
  }
  const noKey = join(place, "no.pub");
  writeFileSync(noKey, "-----BEGIN OPENSSH PRIVATE KEY-----\n");
  expect(signers("add", noKey)).toMatchObject({ status: 2, stderr: expect.stringContaining("holds no public key") });
  expect(signers("add", "nowhere.pub")).toMatchObject({ status: 2, stderr: expect.stringContaining("no such file") });
  symlinkSync(join(place, "elsewhere"), join(top, "allowed_signers"));
  expect(signers("add")).toMatchObject({ status: 2, stderr: expect.stringContaining("is no plain file") });
  expect(text).toThrow("ENOENT");
});

test("lists who may sign, and whether the main branch knows it", () => {
  const { place, top, signers, listed, commit } = aRepository();
  expect(signers("list").stdout).toBe("no signer is named yet; `planwright signers add` names this machine's key\n");
  signers("add", keyOf(place, " bob@example.com"));
  commit();
  expect(signers("list").stdout).toMatch(
    /^bob@example\.com {2}key …\S{12} {2}on main\nthis machine's key is not among them; `planwright signers add` names/,
  );
  signers("add");
  writeFileSync(join(top, "allowed_signers"), "nobody\n", { flag: "a" });
  expect(signers("list").stdout).toMatch(
    /^ann@example\.com {2}key …\S{12} {2}this machine, not on main yet, so it does not count\nline 3 is not used: /m,
  );
  expect(listed()).toMatchObject({
    version: 1,
    main: "main",
    signers: [
      { name: "bob@example.com", isOwn: false, isOnMain: true, isInCheckout: true, validBefore: null },
      { name: "ann@example.com", isOwn: true, isOnMain: false, isInCheckout: true },
    ],
    faults: [{ line: 3 }],
  });
});
