import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { readAllowedSigners, signerOf } from "./allowed-signers.ts";
import { allowedSignersLine, openSigner } from "./signing-key.ts";
import { verifySignature } from "./sshsig.ts";

const bytes = Buffer.from("what is signed");

test("a key is made on first use and kept, open to nobody else", () => {
  const folder = join(tempFolder(), "home", "keys");
  const first = openSigner(folder);
  const again = openSigner(folder);
  expect(again.publicKey).toBe(first.publicKey);
  expect(again.identity).toBe(first.identity);
  expect(first.identity).toMatch(/^planwright@[\w.-]+$/);
  expect(verifySignature(bytes, "git", again.sign(bytes, "git"))).toEqual({
    kind: "valid",
    publicKey: first.publicKey,
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "signing-key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["signing-key", "signing-key.pub"]);
});

test("the public key beside it is one that ssh knows, and comes back when it is lost", () => {
  const folder = join(tempFolder(), "keys");
  const { publicKey, identity } = openSigner(folder);
  const path = join(folder, "signing-key.pub");
  expect(readFileSync(path, "utf8")).toBe(`${publicKey} ${identity}\n`);
  writeFileSync(path, "something else");
  openSigner(folder);
  expect(readFileSync(path, "utf8")).toBe(`${publicKey} ${identity}\n`);
});

test("the signer keeps the name under which the key was made", () => {
  const folder = join(tempFolder(), "keys");
  const { publicKey } = openSigner(folder);
  const path = join(folder, "signing-key");
  writeFileSync(path, readFileSync(path, "utf8").replace(/^.*\n/, "planwright@another-host\n"));
  expect(openSigner(folder)).toMatchObject({ identity: "planwright@another-host", publicKey });
});

test("those who start together end with one key, whoever was first", async () => {
  const [folder, workers, rounds] = [tempFolder(), 4, 12];
  const gate = new Int32Array(new SharedArrayBuffer(4 * rounds));
  const script = `
    const { workerData: { gate, folder, workers }, parentPort } = require("node:worker_threads");
    import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "signing-key.ts")).href)}).then(({ openSigner }) => {
      const keys = Array.from(gate, (_, round) => {
        Atomics.add(gate, round, 1);
        while (Atomics.load(gate, round) < workers);
        return openSigner(folder + "/" + round).publicKey;
      });
      parentPort.postMessage(keys);
    });`;
  const found = await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(script, { eval: true, workerData: { gate, folder, workers } });
      const [keys] = await once(worker, "message");
      await worker.terminate();
      return keys as string[];
    }),
  );
  for (let round = 0; round < rounds; round++) {
    const keys = new Set(found.map((each) => each[round]));
    expect(keys).toEqual(new Set([openSigner(join(folder, String(round))).publicKey]));
    expect(readdirSync(join(folder, String(round))).sort()).toEqual(["signing-key", "signing-key.pub"]);
  }
});

test("the line for allowed_signers allows commits and receipts, and nothing else", () => {
  const signer = openSigner(join(tempFolder(), "keys"));
  const file = readAllowedSigners(allowedSignersLine(signer));
  const may = (namespace: string): boolean =>
    signerOf(signer.publicKey, namespace, file, new Date()) === signer.identity;
  expect(file.faults).toEqual([]);
  expect([may("git"), may("planwright-receipt"), may("file")]).toEqual([true, true, false]);
});

describe("refuses", () => {
  function damaged(harm: (key: string, folder: string) => void): () => void {
    const folder = join(tempFolder(), "keys");
    openSigner(folder);
    harm(join(folder, "signing-key"), folder);
    return () => openSigner(folder);
  }

  test("a key that others can read", () => {
    expect(damaged((key) => chmodSync(key, 0o640))).toThrow(/is open to other users; run: chmod 600/);
  });

  test("a folder that others can enter", () => {
    expect(damaged((_, folder) => chmodSync(folder, 0o711))).toThrow(/is open to other users; run: chmod 700/);
  });

  test("a key that is a link", () => {
    const linked = damaged((key) => {
      renameSync(key, `${key}.real`);
      symlinkSync(`${key}.real`, key);
    });
    expect(linked).toThrow(/signing-key is a symbolic link/);
  });

  test("a folder that is a link", () => {
    const top = tempFolder();
    mkdirSync(join(top, "real"), { mode: 0o700 });
    symlinkSync("real", join(top, "keys"));
    expect(() => openSigner(join(top, "keys"))).toThrow(/keys is a symbolic link/);
  });

  test.each([
    "",
    "planwright@host\n",
    "planwright@host\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
  ])("a key file that holds %j", (text) => {
    expect(damaged((key) => writeFileSync(key, text))).toThrow(/holds no signing key; move it away/);
  });

  test("a folder in the key's place", () => {
    const folder = join(tempFolder(), "keys");
    mkdirSync(join(folder, "signing-key"), { recursive: true, mode: 0o700 });
    expect(() => openSigner(folder)).toThrow(/holds no signing key/);
  });
});
