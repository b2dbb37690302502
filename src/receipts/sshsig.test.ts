import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { sshKeygen } from "./ssh-keygen.testkit.ts";
import { ed25519Blob } from "./ssh-public-key.ts";
import { asStrings } from "./ssh-wire.ts";
import { armouredSignature, readSignature, verifySignature } from "./sshsig.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const publicKey = `ssh-ed25519 ${ed25519Blob(createPublicKey(privateKey)).toString("base64")}`;
const bytes = Buffer.from("what is signed");
const good = armouredSignature(bytes, "here", privateKey);

test("a signature is valid for its bytes and its namespace", () => {
  expect(verifySignature(bytes, "here", good)).toEqual({ kind: "valid", publicKey });
  expect(verifySignature(Buffer.from("else"), "here", good)).toMatchObject({ kind: "invalid" });
  const why = 'it was made for "here", not for "there"';
  expect(verifySignature(bytes, "there", good)).toEqual({ kind: "invalid", why });
});

describe("ssh-keygen", () => {
  test("verifies what we sign", (context) => {
    const run = sshKeygen(context);
    const folder = tempFolder();
    writeFileSync(join(folder, "allowed"), `me ${publicKey}\n`);
    for (const input of [bytes, Buffer.alloc(0), Buffer.alloc(100_000, 1)]) {
      writeFileSync(join(folder, "sig"), armouredSignature(input, "here", privateKey));
      const args = ["-Y", "verify", "-f", join(folder, "allowed"), "-I", "me", "-n", "here", "-s", join(folder, "sig")];
      expect(run(args, input).isOk).toBe(true);
    }
  });

  type Key = [type: string, size: string[], options: string[]];

  test.for<Key>([
    ["ed25519", [], []],
    ["ed25519", [], ["-O", "hashalg=sha256"]],
    ["ecdsa", ["-b", "256"], []],
    ["rsa", ["-b", "2048"], []],
    ["rsa", ["-b", "2048"], ["-O", "hashalg=sha256"]],
  ])("signs with a key of the kind %s %j %j, and we verify it", (key, context) => {
    const { signature, line } = signedWith(sshKeygen(context), key);
    expect(verifySignature(bytes, "here", signature)).toEqual({ kind: "valid", publicKey: line });
    expect(verifySignature(Buffer.from("else"), "here", signature)).toMatchObject({ kind: "invalid" });
  });

  test.for<[...Key, why: string]>([
    ["ecdsa", ["-b", "384"], [], 'keys of the kind "ecdsa-sha2-nistp384" are not supported'],
    ["rsa", ["-b", "1024"], [], "an RSA key of fewer than 2048 bits proves nothing"],
  ])(
    "signs with a key of the kind %s %j, and we say why we do not verify it",
    ([type, size, options, why], context) => {
      const { signature } = signedWith(sshKeygen(context), [type, size, options]);
      expect(verifySignature(bytes, "here", signature)).toEqual({ kind: "invalid", why });
    },
  );

  function signedWith(run: ReturnType<typeof sshKeygen>, [type, size, options]: Key) {
    const key = join(tempFolder(), "key");
    run(["-q", "-t", type, ...size, "-N", "", "-C", "me", "-f", key]);
    const { stdout } = run(["-q", "-Y", "sign", "-f", key, "-n", "here", ...options], bytes);
    return { signature: stdout, line: readFileSync(`${key}.pub`, "utf8").replace(/ me\n$/, "") };
  }
});

describe("what is no good signature", () => {
  const armoured = (blob: Buffer): string =>
    `-----BEGIN SSH SIGNATURE-----\n${blob.toString("base64")}\n-----END SSH SIGNATURE-----\n`;
  const preamble = Buffer.from("SSHSIG\0\0\0\x01");
  const key = ed25519Blob(createPublicKey(privateKey));
  const made = asStrings("ssh-ed25519", Buffer.alloc(64));
  const blob = (...fields: (string | Buffer)[]): string => armoured(Buffer.concat([preamble, asStrings(...fields)]));
  const sk = asStrings("sk-ssh-ed25519@openssh.com", Buffer.alloc(32), "ssh:");

  test.each([
    ["it is no armoured SSH signature", ""],
    ["it is no armoured SSH signature", "-----BEGIN PGP SIGNATURE-----\n"],
    ["it is no armoured SSH signature", armoured(Buffer.alloc(0))],
    ["it is no armoured SSH signature", `${good}\n`],
    ["it is no armoured SSH signature", good.trimEnd()],
    ["it is no armoured SSH signature", ` ${good}`],
    ["it is no armoured SSH signature", good.replaceAll("\n", "\r\n")],
    ["it is no armoured SSH signature", good.replace("U1NIU0lH", "U1NI U0lH")],
    ["it is no armoured SSH signature", good.replace("U1NIU0lH", "U1NI\nU0lH")],
    ["it is no armoured SSH signature", good.replace(/(?<=[\w+/]{9})\n(?=[\w+/]{9})/, "")],
    ["it is no armoured SSH signature", good.replace("BEGIN", "BEGUN")],
    ["it is no armoured SSH signature", good.replace("END", "DNE")],
    ["it is no SSH signature of version 1", armoured(Buffer.from("SSHSIG\0\0\0\x02"))],
    ["the signature is cut short", armoured(preamble)],
    ["the signature is cut short", blob(key, "here", "", "sha512")],
    ["the signature is cut short", armoured(Buffer.concat([preamble, Buffer.of(255, 255, 255, 255)]))],
    ["the signature holds more than it should", blob(key, "here", "", "sha512", made, "more")],
    ["the signature holds more than it should", blob(key, "here", "reserved", "sha512", made)],
    ['the hash "sha1" is not allowed in signatures', blob(key, "here", "", "sha1", made)],
    ["the key is damaged", blob(key.subarray(0, 20), "here", "", "sha512", made)],
    ["the key is damaged", blob(asStrings("ssh-ed25519", Buffer.alloc(31)), "here", "", "sha512", made)],
    [
      "the key is damaged",
      blob(asStrings("ecdsa-sha2-nistp256", "nistp256", Buffer.alloc(65, 4)), "here", "", "sha512", made),
    ],
    ['keys of the kind "sk-ssh-ed25519@openssh.com" are not supported', blob(sk, "here", "", "sha512", made)],
    ["the signature is damaged", blob(key, "here", "", "sha512", "")],
    ["cannot make a signature of the kind", blob(key, "here", "", "sha512", asStrings("ssh-rsa", Buffer.alloc(64)))],
    [
      "cannot make a signature of the kind",
      blob(key, "here", "", "sha512", asStrings("constructor", Buffer.alloc(64))),
    ],
    ["it was made over other bytes", blob(key, "here", "", "sha512", made)],
    ["it was made over other bytes", blob(key, "here", "", "sha512", asStrings("ssh-ed25519", Buffer.alloc(3)))],
  ])("%s", (why, text) => {
    expect(verifySignature(bytes, "here", text)).toEqual({ kind: "invalid", why: expect.stringContaining(why) });
  });

  test("whatever the bytes, reading never throws, and no change of one byte is valid", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => void readSignature(blob(Buffer.from(noise)))));
    fc.assert(fc.property(fc.array(fc.string()), (parts) => void verifySignature(bytes, "here", blob(...parts))));
    for (let at = 0; at < good.length; at++) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 7));
      expect(verifySignature(bytes, "here", changed.toString("latin1")), `byte ${at}`).toMatchObject({
        kind: "invalid",
      });
    }
  });
});
