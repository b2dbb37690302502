import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ListenOptions } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { planOf } from "../a-run.ts";
import { aGuardedRun, type GuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST } from "./answer-scene.ts";

const TOKEN = "t0ken-that-nobody-may-see";

/** Prints `LEAK`, or the token, where something of ours or of the person's can be read or reached. */
const attacks = ({ home, place, top }: GuardedRun, person: string, port: number): Record<string, string> => ({
  "the signing key": `cat ${home}/keys/signing-key && echo LEAK; [ -e ${home}/keys ] && echo LEAK`,
  "the home": `ls -A ${home} | grep -v repositories && echo LEAK; ls -A ${place} | grep -vE '^(home|repository)$' && echo LEAK`,
  "the home, through processes": `for p in /proc/[0-9]*; do cat $p/root${home}/keys/signing-key $p/cwd/../../keys/signing-key; done`,
  "the home, through descriptors": `for f in /proc/[0-9]*/fd/*; do [ -d "$f" ] && cat "$f"/keys/signing-key "$f"/../keys/signing-key; done; cat /proc/*/fd/3/keys/signing-key`,
  "the home, through the object store": `cat "$(git rev-parse --git-dir)"/../../../keys/signing-key "$(git rev-parse --git-dir)-objects"/../../../home/keys/signing-key`,
  "the environment of others": "cat /proc/*/environ | tr '\\0' '\\n'; env; cat /proc/1/environ",
  "other processes": `kill -0 ${process.pid} && echo LEAK; [ -e /proc/${process.pid} ] && [ ${process.pid} -gt 100 ] && echo LEAK; [ $(ls -d /proc/[0-9]* | wc -l) -gt 12 ] && echo LEAK`,
  "memory of others": `for p in 1 ${process.pid}; do perl -e '$p = shift; syscall(101, 16, $p, 0, 0) == 0 && $p != 1 and print "LEAK"' $p; done; strings /proc/${process.pid}/mem`,
  "a person's keys": `cat ${person}/.ssh/id_ed25519 ~/.ssh/id_ed25519 /root/.ssh/id_* /home/*/.ssh/id_* /etc/shadow && echo LEAK; ls ${person}`,
  "an agent of keys": 'echo "$SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS$XDG_RUNTIME_DIR" | grep . && echo LEAK',
  "sockets by their path": `for s in ${place}/api.sock ${home}/api.sock /run/*.sock /run/*/*.sock /var/run/docker.sock /run/dbus/*; do ${connect('"$s"')}; done`,
  "sockets without a path": connect(`"\\0planwright-attack-${process.pid}"`, "raw"),
  "ports of this machine": `for h in 127.0.0.1 localhost ::1 0.0.0.0 $(hostname); do (exec 5<> /dev/tcp/$h/${port} && cat <&5); done`,
  "packets to this machine": `(echo x > /dev/udp/127.0.0.1/${port}) && perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in(${port}, inet_aton("127.0.0.1"))) and print "LEAK"'`,
  "the rest of the disk":
    "ls /dev | grep -E '^(vd|sd|nvme|dm-|mem|kmem|kmsg|loop)' && echo LEAK; mknod /tmp/d b 254 0 && echo LEAK; ls /mnt /srv /boot /media /sys/fs && echo LEAK",
  "settings of the kernel": "find /proc/sys /proc/sysrq-trigger -type f -writable | grep . && echo LEAK",
  "memory that is shared":
    "ls -A /dev/shm /dev/mqueue | grep -v ^/dev | grep . && echo LEAK; ipcs -m | grep 0x && echo LEAK",
  "the person's checkout": `ls ${top}/untracked-of-the-person && echo LEAK`,
});

function connect(word: string, kind: "path" | "raw" = "path"): string {
  const path = kind === "raw" ? word : "$ARGV[0]";
  return `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack("S a*", AF_UNIX, ${path})) and print "LEAK"' ${kind === "raw" ? "" : word}`;
}

test("a worker finds no secret and reaches nothing that listens", async () => {
  const run = await aGuardedRun(answerScene());
  const { person, port } = await thingsToFind(run);
  for (const [name, script] of Object.entries(attacks(run, person, port))) {
    const attempt = await run.attempt(`(${script}) 2>&1; ${HONEST}`);
    expect.soft(workerLog(attempt), name).not.toMatch(LEAK);
    expect.soft(verdictOn(attempt), name).toEqual(["proven"]);
  }
});

test("neither does the work while its contract runs", async () => {
  const contract = "bash probe.sh | tee /dev/stderr | grep -E 'LEAK|PRIVATE KEY|t0ken'";
  const step = { task: "Write `probe.sh`.", contract, extra: "\n**files:**\n- change: `probe.sh`\n" };
  const run = await aGuardedRun({ files: { "probe.sh": "true\n" }, plan: planOf(step) });
  const { person, port } = await thingsToFind(run);
  for (const [name, script] of Object.entries(attacks(run, person, port))) {
    const attempt = await run.attempt(`cat > probe.sh <<'END'\n(${script}) 2> /dev/null\nEND`);
    expect.soft(attempt.outcome.status, name).toBe("refused");
  }
  const found = await run.attempt("echo 'echo LEAK' > probe.sh");
  expect(verdictOn(found)).toEqual(["proven"]);
});

const LEAK = new RegExp(`LEAK|PRIVATE KEY|${TOKEN}`);

/** A token in our environment, keys in the person's home, and servers on every kind of address. */
async function thingsToFind({ place, home }: GuardedRun): Promise<{ person: string; port: number }> {
  const person = join(home, "person");
  mkdirSync(join(person, ".ssh"), { recursive: true });
  writeFileSync(join(person, ".ssh/id_ed25519"), "-----BEGIN OPENSSH PRIVATE KEY-----\n");
  process.env.PLANWRIGHT_TOKEN = TOKEN;
  process.env.SSH_AUTH_SOCK = join(home, "api.sock");
  onTestFinished(() => {
    delete process.env.PLANWRIGHT_TOKEN;
    delete process.env.SSH_AUTH_SOCK;
  });
  await listen({ path: join(home, "api.sock") });
  await listen({ path: `\0planwright-attack-${process.pid}` });
  const socket = join(place, "api.sock");
  await listen({ path: socket });
  onTestFinished(() => rmSync(socket, { force: true }));
  const server = await listen({ port: 0, host: "127.0.0.1" });
  const address = server.address();
  return { person, port: typeof address === "object" && address !== null ? address.port : 0 };
}

async function listen(where: ListenOptions) {
  const server = createServer((connection) => connection.on("error", () => {}).end("LEAK\n"));
  await new Promise<void>((resolve) => void server.listen(where, resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return server;
}
