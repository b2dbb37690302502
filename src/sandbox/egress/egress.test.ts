import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../../../scripts/bundle.ts";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Command, Policy } from "../../ports/sandbox.ts";
import { aMark, aPolicy, bash, processesWith, run, until } from "../a-run.testkit.ts";
import { openSandbox } from "../bubblewrap.ts";
import { sharedSandbox } from "../sandbox.testsuite.ts";
import { aPersonsProxy, aServer, listening } from "./servers.testkit.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

/** Node is where curl may not be, and believes the variables. */
const NODE = { path: ["/usr/bin", "/bin", join(process.execPath, "..")], roots: [process.execPath], env: {} };

const fetching = (...urls: string[]): Partial<Command> => ({
  argv: [
    ...([process.execPath, "--input-type=module", "-e"] as const),
    `for (const url of process.argv.slice(1)) console.log((await fetch(url).then((r) => r.text(), (e) => e.cause.message)).trim());`,
    ...urls,
  ],
});

describe("a few hosts and nobody else", () => {
  beforeEach((context) => void installed(context));
  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
  const only = (hosts: string[], refused: string[] = []): Policy =>
    aPolicy({ tools: NODE, network: { hosts, refused: (host) => void refused.push(host) } });

  test("a port of this machine is found at that port, by all of its names", async () => {
    const { port, asked } = await aServer();
    const urls = ["localhost", "127.0.0.1", "[::1]"].map((name) => `http://${name}:${port}/`);
    await run(shared.sandbox, "", only([`localhost:${port}`]), fetching(...urls));
    expect(asked).toEqual([`GET / localhost:${port}`, `GET / 127.0.0.1:${port}`, `GET / [::1]:${port}`]);
  });

  test("others are found by the proxy, and who is not on the list is refused and told", async () => {
    const { port } = await aServer("127.0.0.2");
    const refused: string[] = [];
    const urls = [`http://127.0.0.2:${port}/a`, "http://evil.example/", "http://evil.example/again"];
    const { stdout } = await run(shared.sandbox, "", only([`127.0.0.2:${port}`], refused), fetching(...urls));
    // Node says no more than that; curl shows the answer.
    expect(stdout).toBe(`GET /a 127.0.0.2:${port}\nRequest was cancelled.\nRequest was cancelled.\n`);
    expect(refused).toEqual(["evil.example:80"]);
  });

  test("names go to the person's own proxy where the machine needs one", async () => {
    const { port, asked } = await aServer();
    const person = await aPersonsProxy(port);
    const proxies = { http_proxy: `http://127.0.0.1:${person.port}`, HTTPS_PROXY: `http://127.0.0.1:${person.port}` };
    const sandbox = await openSandbox({ scratchRoot: tempFolder(), hidden: [], proxies });
    onTestFinished(() => sandbox.close());
    await run(sandbox, "", only(["*.example:80"]), fetching("http://model.example/v1"));
    expect(asked).toEqual(["GET /v1 model.example"]);
    expect(person.asked).toEqual(["CONNECT model.example:80 HTTP/1.1\r\nHost: model.example:80"]);
  });

  test("nothing else is there: no port of this machine, no socket, no name", async () => {
    const other = await listening(
      createServer((client) => client.on("error", () => {}).end("LEAK")),
      "127.0.0.1",
    );
    const hidden = createServer((client) => client.on("error", () => {}).end("LEAK")).listen(
      `\0planwright-${process.pid}`,
    );
    onTestFinished(() => void hidden.close());
    const { port } = await aServer();
    const script = `
      for h in 127.0.0.1 localhost ::1 0.0.0.0 $(hostname) 10.0.0.1 1.1.1.1; do (exec 5<> /dev/tcp/$h/${other} && cat <&5); done
      perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack("S a*", AF_UNIX, "\\0planwright-${process.pid}")) and print "LEAK"'
      ls /sys/class/net; grep -v lo: /proc/net/dev | wc -l; getent hosts example.com; ls -A /run /run/planwright`;
    const { stdout } = await run(shared.sandbox, script, only([`localhost:${port}`]));
    expect(stdout).toBe("2\n/run:\nplanwright\n\n/run/planwright:\negress\nnode\n");
  });

  test("the socket itself leads to nobody else", async () => {
    const evil = await aServer("127.0.0.3");
    const { port } = await aServer();
    const refused: string[] = [];
    const argv = [
      ...([process.execPath, "-e"] as const),
      `const s = require("net").connect("/run/planwright/egress");
       s.write("CONNECT 127.0.0.3:${evil.port} HTTP/1.1\\r\\nHost: localhost:${port}\\r\\n\\r\\nGET / HTTP/1.1\\r\\n\\r\\n");
       s.pipe(process.stdout);`,
    ] as const;
    const { stdout } = await run(shared.sandbox, "", only([`localhost:${port}`], refused), { argv });
    expect(stdout).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect([evil.asked, refused]).toEqual([[], [`127.0.0.3:${evil.port}`]]);
  });

  test("the variables that lead to the proxy cannot be taken away, and steer nothing of ours", async () => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
    const own = Object.fromEntries(
      [...names, "NO_PROXY", "no_proxy", "NODE_USE_ENV_PROXY"].map((name) => [name, "mine"]),
    );
    const env = { ...own, NODE_OPTIONS: "--no-such-option", "odd.name": "a b" };
    const changes = { argv: ["env"] as const, env, secrets: { HTTPS_PROXY: "mine", KEY: "k" } };
    const { stdout, stderr } = await run(shared.sandbox, "", only([]), changes);
    const lines = stdout.split("\n");
    const proxies = names.map((name) => `${name}=http://127.0.0.1:20128`);
    const rest = ["NO_PROXY=localhost,127.0.0.1,::1", "no_proxy=localhost,127.0.0.1,::1", "NODE_USE_ENV_PROXY=1"];
    expect(lines).toEqual(expect.arrayContaining([...proxies, ...rest, "NODE_OPTIONS=--no-such-option", "KEY=k"]));
    expect([stdout.includes("mine"), stderr]).toEqual([false, ""]);
  });

  test("a port that the program wants for itself is taken, and a low one is only reached by the proxy", async () => {
    const { port } = await aServer();
    const policy = only([`localhost:${port}`, "localhost:20128", "localhost:80"]);
    const script = `require("net").createServer().on("error", (e) => console.log(e.code)).listen(${port}, "127.0.0.1");
      console.log(process.env.HTTP_PROXY);
      require("net").connect(80, "127.0.0.1").on("error", (e) => console.log(e.code));`;
    const { stdout } = await run(shared.sandbox, "", policy, { argv: [process.execPath, "-e", script] });
    expect(stdout.trim().split("\n").sort()).toEqual(["EADDRINUSE", "ECONNREFUSED", "http://127.0.0.1:20129"]);
  });

  test("a host that cannot be read is refused before anything starts", async () => {
    const before = readdirSync(shared.scratchRoot);
    await expect(run(shared.sandbox, "true", only(["https://a.example"]))).rejects.toMatchObject({
      code: "policy",
      message: "not a host: https://a.example; write name:port or *.name:port",
    });
    expect(readdirSync(shared.scratchRoot)).toEqual(before);
  });
});

describe("a program with a way out", () => {
  beforeEach((context) => void installed(context));
  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));
  // A number by which the forwarder is found in the list of all processes.
  const port = 20_200 + (process.pid % 12_000);
  const forwarder = `"port":${port}}`;
  const policy = (limits: Partial<Policy["limits"]> = {}): Policy =>
    aPolicy({ network: { hosts: [`localhost:${port}`], refused() {} }, limits });

  test.each(["exit 0", "exit 42", "exit 255", "kill -TERM $$", "kill -SEGV $$", "kill -USR1 $$", "kill -9 $$"])(
    "ends as it does without: %s",
    async (script) => {
      const [without, withOne] = await Promise.all(
        [aPolicy({}), policy()].map((one) => run(shared.sandbox, script, one)),
      );
      expect(withOne).toEqual(without);
    },
  );

  test("has its own words, folder, input and output", async () => {
    const argv = ["printf", "%s|", "--", "-e", "a b", "", "$HOME", "'\"\\", "é\n"] as const;
    expect((await run(shared.sandbox, "", policy(), { argv })).stdout).toBe("--|-e|a b||$HOME|'\"\\|é\n|");
    const command = bash(
      "pwd; readlink /proc/$$/fd/0 | cut -d: -f1; cat /dev/stdin | wc -c; ls /proc/$$/fd; echo e > /dev/stderr",
      {
        ...{ stdin: "open", cwd: "/usr" },
      },
    );
    const proc = await shared.sandbox.start(command, policy(), new AbortController().signal);
    proc.stdin?.end(Buffer.alloc(300_000));
    let told = "";
    for await (const { stream, bytes } of proc.output) told += `${stream === "stderr" ? "!" : ""}${Buffer.from(bytes)}`;
    expect(told).toMatch(/^\/usr\n\/dev\/shm\/.*\n300000\n0\n1\n2\n!e\n$|^\/usr\npipe\n300000\n0\n1\n2\n!e\n$/);
  });

  test("is missing, or unfit, as it is without", async () => {
    const [none, unfit] = [["no-such-program"], ["/usr/share"]] as const;
    expect((await run(shared.sandbox, "", policy(), { argv: none })).exit).toEqual({ kind: "exited", code: 127 });
    expect((await run(shared.sandbox, "", policy(), { argv: unfit })).exit).toEqual({ kind: "exited", code: 126 });
    await expect(run(shared.sandbox, "true", policy(), { cwd: "/no/such" })).rejects.toMatchObject({ code: "start" });
  });

  test("has all the processes that it was granted", async (context) => {
    if (shared.sandbox.offers.processes === "none") context.skip("nothing here can count the processes of root");
    const argv = ["sh", "-c", "i=0; while [ $i -lt 300 ]; do sleep 100 & i=$((i+1)); echo $i; done"] as const;
    const count = async (one: Policy): Promise<number> =>
      (await run(shared.sandbox, "", one, { argv })).stdout.trim().split("\n").length;
    const [without, withOne] = [
      await count(aPolicy({ limits: { processes: 40 } })),
      await count(policy({ processes: 40 })),
    ];
    expect(withOne).toBeGreaterThanOrEqual(without);
    expect(withOne).toBeLessThan(without + 6);
  });

  test("leaves no process, no socket and no open file, however it ends", async () => {
    const mark = aMark();
    const [folders, files] = [readdirSync(shared.scratchRoot), openFiles()];
    await run(shared.sandbox, `setsid sleep ${mark} & sleep 0.1`, policy());
    await run(shared.sandbox, `sleep ${mark}`, policy({ seconds: 0.3 }));
    const proc = await shared.sandbox.start(bash(`sleep ${mark} & wait`), policy(), new AbortController().signal);
    await until(() => processesWith(`sleep\0${mark}`).length === 1);
    expect(processesWith(forwarder)).not.toEqual([]);
    expect(await proc.kill()).toEqual({ kind: "stopped", by: "caller" });
    const control = new AbortController();
    const starting = shared.sandbox.start(bash(`sleep ${mark}`), policy(), control.signal);
    control.abort();
    await (await starting).exit;
    expect([...processesWith(mark), ...processesWith(forwarder)]).toEqual([]);
    expect(readdirSync(shared.scratchRoot)).toEqual(folders);
    await expect.poll(() => openFiles() - files).toBeLessThanOrEqual(0);
  });

  test("goes with us when we are killed", async () => {
    const folder = tempFolder();
    const mark = aMark();
    const source = `
      import { openSandbox } from ${JSON.stringify(join(import.meta.dirname, "../bubblewrap.ts"))};
      import { aPolicy, bash } from ${JSON.stringify(join(import.meta.dirname, "../a-run.testkit.ts"))};
      const sandbox = await openSandbox({ scratchRoot: ${JSON.stringify(folder)}, hidden: [] });
      const policy = aPolicy({ network: { hosts: ["localhost:${port}"], refused() {} } });
      await sandbox.start(bash("setsid sleep ${mark} & sleep ${mark}"), policy, new AbortController().signal);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: "ignore" });
    await until(() => processesWith(`sleep\0${mark}`).length === 2);
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    await until(() => [...processesWith(mark), ...processesWith(forwarder)].length === 0);
    await (await openSandbox({ scratchRoot: folder, hidden: [] })).close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("has it in the program as it is published, too", async () => {
    const { port, asked } = await aServer();
    const dist = join(tempFolder(), "dist");
    await bundle(dist, {
      input: { sandbox: "src/sandbox/bubblewrap.ts" },
      output: { format: "cjs", entryFileNames: "[name].cjs" },
    });
    const source = `
      const { openSandbox } = require(${JSON.stringify(join(dist, "sandbox.cjs"))});
      (async () => {
        const sandbox = await openSandbox({ scratchRoot: ${JSON.stringify(join(dist, "scratch"))}, hidden: [] });
        const { limits, mounts, hidden, tools } = ${JSON.stringify(aPolicy({ tools: NODE }))};
        const network = { hosts: ["localhost:${port}"], refused() {} };
        const command = { ...${JSON.stringify(fetching(`http://localhost:${port}/built`))}, cwd: "/tmp", env: {}, stdin: "none" };
        const proc = await sandbox.start(command, { limits, mounts, hidden, tools, network }, new AbortController().signal);
        for await (const { bytes } of proc.output) process.stdout.write(bytes);
        process.exitCode = (await proc.exit).code;
        await sandbox.close();
      })();`;
    // Another process, in which we go on answering.
    const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "ignore", "inherit"] });
    const [code] = await once(child, "exit");
    expect([code, asked]).toEqual([0, [`GET /built localhost:${port}`]]);
  });
});

const openFiles = (): number => readdirSync("/proc/self/fd").length;
