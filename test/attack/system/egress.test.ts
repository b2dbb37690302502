import { type AddressInfo, createServer, type ListenOptions } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Command } from "../../../src/ports/sandbox.ts";
import { attemptStep } from "../../attempt-step.ts";
import { aGuardedRun, type GuardedRun, verdictOn, workerLog } from "./a-guarded-run.ts";
import { answerScene, HONEST } from "./answer-scene.ts";

const LIMITS = { seconds: 60, memoryBytes: 1 << 30, processes: 256, outputBytes: 1 << 26, fileBytes: 1 << 28 };

/** A worker that may reach one port of this machine and `allowed.example`, and what was told of its attempts at others. */
async function aConnectedRun(): Promise<{ run: GuardedRun; good: number; evil: number; attempt: Attempt }> {
  const run = await aGuardedRun(answerScene());
  const good = await listen({ port: 0, host: "127.0.0.1" }, "fine");
  const evil = await listen({ port: 0, host: "127.0.0.1" }, "LEAK");
  let number = 0;
  const attempt: Attempt = async (script, more = {}) => {
    const refused: string[] = [];
    const [step] = run.run.plan.steps;
    if (step === undefined) throw new Error("no step");
    const argv = ["bash", "-c", `${TALK}\n(${script}) 2>&1\n${HONEST}`] as const;
    const command: Command = { argv, cwd: run.run.place.at, env: {}, stdin: "none", ...more };
    const network = {
      hosts: [`localhost:${good}`, "allowed.example:443"],
      refused: (host: string) => void refused.push(host),
    };
    const signal = AbortSignal.timeout(60_000);
    const attempted = await attemptStep(run.run, step, command, { number: ++number, limits: LIMITS, network, signal });
    return { log: workerLog(attempted), verdict: verdictOn(attempted), refused };
  };
  return { run, good, evil, attempt };
}

type Attempt = (
  script: string,
  more?: Partial<Command>,
) => Promise<{ log: string; verdict: string[]; refused: string[] }>;

/** `talk TEXT` says something to the proxy as it is, by its port; `raw TEXT` by its socket. */
const TALK = `
talk() { (exec 5<> "/dev/tcp/127.0.0.1/\${HTTP_PROXY##*:}" && printf "$1" >&5 && timeout 2 cat <&5); }
raw() { printf "$1" | perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("/run/planwright/egress")) or die; local $/; syswrite(S, <STDIN>); alarm 2; print while sysread(S, $_, 4096)'; }`;

/** The number of what leads to the proxy. */
const FORWARDER = '$(for p in /proc/[0-9]*; do [ "$(readlink $p/exe)" = /run/planwright/node ] && basename $p; done)';

const END = "\\r\\n";

const tricks = (good: number, evil: number): string[] => {
  const [allowed, other] = [`localhost:${good}`, `localhost:${evil}`];
  const connects = [
    ...[
      other,
      `127.0.0.1:${evil}`,
      `LOCALHOST.:${evil}`,
      `0.0.0.0:${evil}`,
      `[::1]:${evil}`,
      `[::ffff:127.0.0.1]:${evil}`,
    ],
    ...[`2130706433:${evil}`, `0x7f000001:${evil}`, `0177.0.0.1:${evil}`, `127.1:${evil}`, `0:${evil}`],
    ...[
      `${allowed}@${other}`,
      `${other}@${allowed}`,
      `${other}#${allowed}`,
      `${other}/${allowed}`,
      `${other}%%00${allowed}`,
    ],
    ...[
      `allowed.example:443@${other}`,
      `user:allowed.example@${other}`,
      `allowed.example:${evil}`,
      `${allowed}:${evil}`,
    ],
  ].map((target) => `CONNECT ${target} HTTP/1.1${END}Host: ${allowed}${END}${END}GET / HTTP/1.1${END}${END}`);
  const last = `GET http://${other}/ HTTP/1.1${END}Host: ${allowed}${END}Connection: close${END}${END}`;
  const first = `http://${allowed}/ HTTP/1.1${END}Host: ${other}${END}`;
  return [
    ...connects,
    last,
    `GET ${first}${END}${last}`,
    `POST ${first}Content-Length: 3${END}Content-Length: 0${END}${END}${last}`,
    `POST ${first}Content-Length: 3${END}Transfer-Encoding: chunked${END}${END}0${END}${END}${last}`,
    `GET http://${allowed}@${other}/ HTTP/1.1${END}Host: x${END}${END}`,
    `GET http://${other}\\\\@${allowed}/ HTTP/1.1${END}Host: x${END}${END}`,
    `GET / HTTP/1.1${END}Host: ${other}${END}${END}`,
  ];
};

test("a worker that may reach one port reaches that one, and no trick leads to another", async () => {
  const { good, evil, attempt } = await aConnectedRun();
  const allowed = await attempt(
    `(exec 5<> /dev/tcp/127.0.0.1/${good} && cat <&5); talk 'CONNECT localhost:${good} HTTP/1.1${END}${END}'`,
  );
  expect(allowed).toEqual({
    log: "fineHTTP/1.1 200 Connection Established\r\n\r\nfine",
    verdict: ["proven"],
    refused: [],
  });
  const all = tricks(good, evil).map((trick) => `talk '${trick}'; raw '${trick}'`);
  const tried = await attempt(all.join("\n"));
  expect(tried.log).not.toContain("LEAK");
  expect(tried.log.match(/ 40[03] /g)?.length).toBeGreaterThan(all.length);
  expect(tried.verdict).toEqual(["proven"]);
  expect(tried.refused).toContain(`localhost:${evil}`);
  expect(tried.refused.filter((host) => tried.refused.indexOf(host) !== tried.refused.lastIndexOf(host))).toEqual([]);
});

test("without the proxy there is nobody", async () => {
  const { run, evil, attempt } = await aConnectedRun();
  await listen({ path: `\0planwright-egress-${process.pid}` }, "LEAK");
  await listen({ path: `${run.home}/api.sock` }, "LEAK");
  const { log, verdict } = await attempt(`
    for h in 127.0.0.1 localhost ::1 0.0.0.0 $(hostname) 10.0.0.1 169.254.169.254; do (exec 5<> /dev/tcp/$h/${evil} && cat <&5); done
    (echo x > /dev/udp/127.0.0.1/${evil}; getent hosts allowed.example) && echo LEAK
    perl -MSocket -e 'for (@ARGV) { socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack("S a*", AF_UNIX, $_ eq "-" ? "\\0planwright-egress-${process.pid}" : $_)) and print "LEAK" }' - ${run.home}/api.sock
    perl -MSocket -e 'socket(S, PF_INET, SOCK_RAW, 1) and print "LEAK"; socket(S, 17, SOCK_RAW, 768) and print "LEAK"'
    ip link add x type dummy && echo LEAK; ip route add default dev lo && echo LEAK; unshare -n true && echo LEAK
    nsenter -t 1 -n true && nsenter -t 1 -n bash -c 'exec 5<> /dev/tcp/127.0.0.1/${evil}' && echo LEAK
    true`);
  expect(log).not.toContain("LEAK");
  expect(verdict).toEqual(["proven"]);
});

test("what leads outside can be broken from inside, and is then no way at all", async () => {
  const { good, evil, attempt } = await aConnectedRun();
  const reach = `(exec 5<> /dev/tcp/127.0.0.1/${good} && timeout 1 cat <&5); (exec 5<> /dev/tcp/127.0.0.1/${evil} && timeout 1 cat <&5)`;
  for (const [name, script] of Object.entries({
    "another socket in its place": `rm -rf /run/planwright; mv /run/planwright /run/x; : > /run/planwright/egress; umount /run/planwright/egress; ${reach}`,
    "another Node in its place": `cp /bin/sh /run/planwright/node; echo x > /proc/${FORWARDER}/exe; ${reach}`,
    stopped: `kill -STOP ${FORWARDER}; ${reach}`,
    "its settings": `export HTTP_PROXY=http://127.0.0.1:${evil} NO_PROXY='*'; ${reach}`,
  })) {
    const { log, verdict } = await attempt(script);
    expect.soft(log, name).not.toContain("LEAK");
    expect.soft(verdict, name).toEqual(["proven"]);
  }
  const files = `for f in /proc/${FORWARDER}/fd/*; do (exec 6<> "$f" && printf 'CONNECT localhost:${evil} HTTP/1.1${END}${END}' >&6); done`;
  expect((await attempt(files)).log).not.toContain("LEAK");
  const killed = await attempt(`kill -9 ${FORWARDER}; sleep 0.1; ${reach}; curl -s http://localhost:${evil}; true`);
  expect([killed.log.includes("fine"), killed.log.includes("LEAK"), killed.verdict]).toEqual([
    false,
    false,
    ["proven"],
  ]);
});

test("a flood of connections, of garbage and of names harms nobody else, and says little", async () => {
  const { good, attempt } = await aConnectedRun();
  const { log, verdict, refused } = await attempt(`
    perl -MSocket -e 'for (1..3000) { socket(my $s, PF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("/run/planwright/egress")); syswrite($s, join "", map chr rand 256, 1..200); push @s, $s }'
    for i in {1..130}; do talk "CONNECT host$i:443 HTTP/1.1${END}${END}"; done > /dev/null
    for name in '\\033[2J' 'a\\nb' '\\302\\2332J' "$(printf '%01000d' 0)"; do talk "CONNECT $name:443 HTTP/1.1${END}${END}"; done > /dev/null
    exec 5<> /dev/tcp/127.0.0.1/${good} && cat <&5`);
  expect([log, verdict]).toEqual(["fine", ["proven"]]);
  expect(refused).toHaveLength(100);
  expect(refused.filter((host) => !/^host\d+:443$/.test(host))).toEqual([]);
});

test("a secret is known to the worker that was given it, and stands nowhere else", async () => {
  const { run, attempt } = await aConnectedRun();
  const secrets = { MODEL_KEY: "s3cret-of-the-person" };
  const script = `[ "$MODEL_KEY" = s3cret-of-the-person ] && echo given
    env -u MODEL_KEY cat /proc/[0-9]*/cmdline /proc/1/environ /proc/${FORWARDER}/environ | tr '\\0' '\\n'; cat chain /proc/*/cwd/chain; ls -R /run ${run.home}`;
  const told = await attempt(script, { secrets });
  expect(told.log).toMatch(/^given\n/);
  // Its own words are on its own command line.
  expect(told.log.replaceAll('"$MODEL_KEY" = s3cret-of-the-person', "")).not.toContain("s3cret");
  expect(told.verdict).toEqual(["proven"]);
});

async function listen(where: ListenOptions, words: string): Promise<number> {
  const server = createServer((connection) =>
    connection
      .on("error", () => {})
      .resume()
      .end(words),
  );
  await new Promise<void>((resolve) => void server.listen(where, resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
