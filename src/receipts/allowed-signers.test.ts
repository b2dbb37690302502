import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { readAllowedSigners, signerOf } from "./allowed-signers.ts";
import { sshKeygen } from "./ssh-keygen.testkit.ts";
import { ed25519Blob } from "./ssh-public-key.ts";
import { armouredSignature } from "./sshsig.ts";

const pair = generateKeyPairSync("ed25519");
const key = `ssh-ed25519 ${ed25519Blob(pair.publicKey).toString("base64")}`;
const other = `ssh-ed25519 ${ed25519Blob(generateKeyPairSync("ed25519").publicKey).toString("base64")}`;
const now = new Date("2026-06-01T12:00:00Z");
const who = (file: string, namespace = "git", time = now): string | null =>
  signerOf(key, namespace, readAllowedSigners(file), time);

describe("who may sign", () => {
  test.each<[string, string, string | null]>([
    ["the holder of the key", `me ${key}`, "me"],
    ["with a comment", `me ${key} my laptop`, "me"],
    ["among others and comments", `# people\n\nyou ${other}\r\nme\t${key}\n`, "me"],
    ["several at once", `me@a,me@b ${key}`, "me@a,me@b"],
    ["in quotes", `"me myself" ${key}`, "me myself"],
    ["nobody with another key", `me ${other}`, null],
    ["for the namespace", `me namespaces="file,git" ${key}`, "me"],
    ["for a pattern", `me namespaces="g?t*" ${key}`, "me"],
    ["not for another namespace", `me namespaces="file" ${key}`, null],
    ["not for what is forbidden", `me namespaces="*,!git" ${key}`, null],
    ["not for a namespace that only looks alike", `me namespaces="g.t" ${key}`, null],
    ["not for a part of a namespace", `me namespaces="gi,it,i" ${key}`, null],
    ["not where one letter too few is there", `me namespaces="git?" ${key}`, null],
    ["whatever the case of the option", `me NAMESPACES="git" ${key}`, "me"],
    ["from a day on", `me valid-after="20260601Z" ${key}`, "me"],
    ["not before", `me valid-after="20260602Z" ${key}`, null],
    ["until a minute", `me valid-before="202606011200Z" ${key}`, "me"],
    ["not after a second", `me valid-before="20260601115959Z" ${key}`, null],
    ["with several options", `me namespaces="git",valid-after="20250101",valid-before="20300101" ${key}`, "me"],
    ["by a later line", `me namespaces="file" ${key}\nme-too ${key}`, "me-too"],
  ])("%s", (_, file, expected) => {
    expect(who(file)).toBe(expected);
  });

  test("times without a Z are this machine's", () => {
    const pad = (value: number): string => String(value).padStart(2, "0");
    const day = `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`;
    const time = `${day}${pad(now.getHours())}${pad(now.getMinutes())}`;
    expect(who(`me valid-after="${time}" ${key}`)).toBe("me");
    expect(who(`me valid-before="${time}" ${key}`, "git", new Date(now.getTime() + 1000))).toBe(null);
  });

  test("times with a Z are the world's, wherever the machine is", () => {
    const before = process.env.TZ;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    process.env.TZ = "Asia/Tokyo";
    // There it is nine hours later: 21:00.
    expect(who(`me valid-after="202606011200Z",valid-before="202606011200Z" ${key}`)).toBe("me");
    expect(who(`me valid-after="202606012100",valid-before="202606012100" ${key}`)).toBe("me");
    expect(who(`me valid-after="202606011201Z" ${key}`)).toBe(null);
    expect(who(`me valid-before="202606012059" ${key}`)).toBe(null);
  });
});

describe("a line that allows nothing", () => {
  test.each([
    ["certificates are not supported", `me cert-authority ${key}`],
    ['the option "valid-after=\\"soon\\"" is not understood', `me valid-after="soon" ${key}`],
    ["is not understood", `me valid-after="20261301" ${key}`],
    ["is not understood", `me namespaces=git ${key}`],
    ["is not understood", `me namespaces="a",namespaces="git" ${key}`],
    ["is not understood", `me valid-after="20990101",valid-after="20200101" ${key}`],
    ["is not understood", `me valid-before="20200101",valid-before="20990101" ${key}`],
    ["is not understood", `me no-touch-required ${key}`],
    ["the key is damaged", "me ssh-ed25519 AAAA"],
    ["there is no key", "me"],
    ["the line names nobody", `"" ${key}`],
    ["the key is no ssh-rsa key", `me ${key.replace("ssh-ed25519", "ssh-rsa")}`],
  ])("%s", (why, line) => {
    expect(readAllowedSigners(`# one\n${line}\n`)).toEqual({
      signers: [],
      faults: [{ line: 2, why: expect.stringContaining(why) }],
    });
  });

  test("whatever the text, reading never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void readAllowedSigners(`${text}\n${text} ${key}`)));
  });
});

test("ssh-keygen agrees about who may sign for what", (context) => {
  const run = sshKeygen(context);
  const folder = tempFolder();
  writeFileSync(join(folder, "sig"), armouredSignature(Buffer.from("x"), "git", pair.privateKey));
  const lines = ["", 'namespaces="file,git" ', 'namespaces="file" ', 'namespaces="*,!git" ', 'namespaces="g?t" '];
  const times = [
    'valid-after="20200101" ',
    'valid-after="20990101" ',
    'valid-before="20200101" ',
    'valid-before="20990101" ',
  ];
  for (const options of [...lines, ...times]) {
    const file = `me ${options}${key}\n`;
    writeFileSync(join(folder, "allowed"), file);
    const args = ["-Y", "verify", "-f", join(folder, "allowed"), "-I", "me", "-n", "git", "-s", join(folder, "sig")];
    const isAllowed = run(args, "x").isOk;
    expect(who(file, "git", new Date()) === "me", file).toBe(isAllowed);
  }
});
