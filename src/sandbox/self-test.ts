import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Policy, Sandbox } from "../ports/sandbox.ts";

/** One thing that a program must not be able to do, and whether it was kept from it. */
export type Attempted = { what: string; isHeld: boolean };

/**
 * Tries from inside what must fail: undo a mount, read what is hidden, reach what listens outside, write what is
 * read-only, see other processes. `folder` is any folder of ours that may be written; nothing is left in it.
 */
export async function selfTest(sandbox: Sandbox, folder: string): Promise<Attempted[]> {
  const place = mkdtempSync(join(folder, "self-test-"));
  const secret = `secret-${process.pid}-${performance.now()}`;
  const at = { open: join(place, "open"), hidden: join(place, "open/hidden"), fixed: join(place, "open/fixed") };
  for (const path of Object.values(at)) mkdirSync(path);
  writeFileSync(join(at.hidden, "key"), secret);
  writeFileSync(join(at.fixed, "plan"), "as it was");
  const socket = join(at.hidden, "socket");
  const servers = await Promise.all([listening({ path: socket }), listening({ port: 0, host: "127.0.0.1" })]);
  try {
    const port = portOf(servers[1]);
    const words = [at.hidden, at.fixed, String(port)];
    const policy: Policy = {
      mounts: [
        { show: at.open, at: at.open, access: "write" },
        { show: at.fixed, at: at.fixed, access: "read" },
      ],
      hidden: [at.hidden],
      tools: { path: ["/usr/bin", "/bin", "/usr/sbin", "/sbin"], roots: [], env: {} },
      network: "none",
      limits: { seconds: 20, memoryBytes: 1 << 30, processes: 64, outputBytes: 1 << 20, fileBytes: 1 << 20 },
    };
    const argv = ["bash", "-c", SCRIPT, "self-test", ...words] as const;
    const command = { argv, cwd: at.open, env: {}, stdin: "none" } as const;
    const proc = await sandbox.start(command, policy, AbortSignal.timeout(20_000));
    let output = "";
    for await (const { bytes } of proc.output) output += Buffer.from(bytes).toString("latin1");
    await proc.exit;
    return judge(output, secret);
  } finally {
    for (const server of servers) server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

const ATTEMPTS = {
  umount: "undo a mount",
  remount: "make a read-only mount writable",
  write: "write to a read-only mount",
  rename: "rename a mount away",
  secret: "read a file in a hidden folder",
  socket: "find a socket in a hidden folder",
  tcp: "connect to a port of this machine",
  process: "see a process outside",
  namespace: "make a namespace of its own",
  home: "list the folders of people",
  kernel: "write a setting of the kernel",
};

/** Each line that is printed says that something was not kept. The last one says that all was tried. */
const SCRIPT = `
hidden=$1 fixed=$2 port=$3
exec 2>/dev/null
umount "$hidden" && echo umount
umount "$fixed" && echo umount
mount -o remount,bind,rw "$fixed" && echo remount
: > "$fixed/plan" && echo write
mv "$fixed" "$fixed.away" && echo rename
cat "$hidden/key" && echo
[ -e "$hidden/socket" ] && echo socket
(: <> "/dev/tcp/127.0.0.1/$port") && echo tcp
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 16 ] || echo process
unshare --user true && echo namespace
for path in /root/.[!.]* /home/* /etc/shadow; do [ -e "$path" ] && echo home; done
find /proc/sys -type f -writable | grep -q . && echo kernel
echo all-tried`;

function judge(output: string, secret: string): Attempted[] {
  const lines = new Set(output.trimEnd().split("\n"));
  const wasTried = output.trimEnd().endsWith("all-tried");
  return Object.entries(ATTEMPTS).map(([name, what]) => ({
    what,
    isHeld: wasTried && !lines.has(name) && !(name === "secret" && output.includes(secret)),
  }));
}

function listening(where: { path: string } | { port: number; host: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once("error", reject).listen(where, () => resolve(server));
  });
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
