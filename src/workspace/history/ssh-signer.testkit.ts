import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Signer } from "../../ports/signer.ts";

const PROGRAM = "/usr/bin/ssh-keygen";
export const sshKeygen = prerequisite("ssh-keygen", existsSync(PROGRAM) && PROGRAM, "apt-get install openssh-client");

/** A new key, used through `ssh-keygen` itself. `allowedSigners` is the file that trusts it. */
export function sshSigner(program: string): { signer: Signer; key: string; allowedSigners: string } {
  const folder = tempFolder();
  const key = join(folder, "key");
  execFileSync(program, ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key]);
  const publicKey = readFileSync(`${key}.pub`, "utf8").trim();
  const identity = "planwright@example.org";
  const allowedSigners = join(folder, "allowed_signers");
  writeFileSync(allowedSigners, `${identity} ${publicKey}\n`);
  const sign: Signer["sign"] = (bytes, namespace) => {
    const file = join(folder, "message");
    rmSync(`${file}.sig`, { force: true });
    writeFileSync(file, bytes);
    execFileSync(program, ["-Y", "sign", "-q", "-n", namespace, "-f", key, file], { stdio: "ignore" });
    return readFileSync(`${file}.sig`, "utf8");
  };
  return { signer: { identity, publicKey, sign }, key, allowedSigners };
}

/** Whether `ssh-keygen` takes this as a signature of these bytes by that signer. */
export function isSignatureOf(program: string, allowedSigners: string, signature: string, bytes: Uint8Array): boolean {
  const file = join(tempFolder(), "signature");
  writeFileSync(file, signature);
  try {
    const asked = ["-Y", "verify", "-f", allowedSigners, "-I", "planwright@example.org", "-n", "git", "-s", file];
    execFileSync(program, asked, { input: bytes, stdio: ["pipe", "ignore", "ignore"] });
    return true;
  } catch {
    return false;
  }
}
