import { spawnSync } from "node:child_process";
import { prerequisite } from "../../test/prerequisite.ts";

const PROGRAM = "ssh-keygen";

/** OpenSSH's own judge. */
export const sshKeygen = prerequisite(
  PROGRAM,
  spawnSync(PROGRAM, ["-?"]).error === undefined && runSshKeygen,
  "apt-get install openssh-client",
);

function runSshKeygen(args: readonly string[], input: string | Uint8Array = ""): { isOk: boolean; stdout: string } {
  const { status, stdout } = spawnSync(PROGRAM, args, { input });
  return { isOk: status === 0, stdout: stdout.toString() };
}
