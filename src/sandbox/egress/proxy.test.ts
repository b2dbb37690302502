import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { until } from "../a-run.testkit.ts";
import { openProxy } from "./proxy.ts";
import { aHostList, aPersonsProxy, aServer, listening, say } from "./servers.testkit.ts";

const DEAD = 1;
const LAST = "Connection: close\r\n";

async function aProxy(hosts: string[], variables: Record<string, string> = {}, folder = tempFolder()) {
  const refused: string[] = [];
  const proxy = await openProxy(aHostList(hosts), (host) => refused.push(host), folder, variables);
  onTestFinished(() => proxy.close());
  return { ...proxy, refused, folder };
}

const get = (url: string, more = ""): string => `GET ${url} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const bodyOf = (answer: string): string => answer.split("\r\n\r\n").slice(1).join("\r\n\r\n");
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? 0);

async function aSilentServer() {
  const open = new Set<Socket>();
  let most = 0;
  const server = createServer((client) => {
    open.add(client);
    most = Math.max(most, open.size);
    client
      .on("error", () => {})
      .resume()
      .once("close", () => open.delete(client));
  });
  return { port: await listening(server, "127.0.0.1"), open, most: () => most };
}

describe("what is allowed", () => {
  test("is reached by CONNECT, each way until its own end", async () => {
    const { port } = await aServer("127.0.0.2");
    const { socket } = await aProxy([`127.0.0.2:${port}`]);
    const said = `CONNECT 127.0.0.2:${port} HTTP/1.1\r\nHost: x\r\n\r\nGET /early HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
    const heard = await say(socket, said);
    expect(heard).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(heard).toContain("GET /early h\n");
  });

  test("carries many bytes both ways, as they are", async () => {
    const echo = createServer({ allowHalfOpen: true }, (client) => client.pipe(client));
    const port = await listening(echo, "127.0.0.1");
    const { socket } = await aProxy([`localhost:${port}`]);
    const bytes = randomBytes(3_000_000);
    const head = Buffer.from(`CONNECT localhost:${port} HTTP/1.1\r\n\r\n`);
    const heard = await say(socket, Buffer.concat([head, bytes]), true);
    expect(Buffer.from(bodyOf(heard), "latin1").equals(bytes)).toBe(true);
  });

  test("is reached by plain requests, many in one connection", async () => {
    const { port, asked } = await aServer("127.0.0.2");
    const { socket } = await aProxy([`127.0.0.2:${port}`]);
    const at = `http://127.0.0.2:${port}`;
    const post = `POST ${at}/b?c=d HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody`;
    const chunked = `GET ${at} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
    await say(socket, get(`${at}/a#f`) + post + chunked + get(`${at}?q`, LAST));
    const host = `127.0.0.2:${port}`;
    expect(asked).toEqual([`GET /a ${host}`, `POST /b?c=d ${host} body`, `GET / ${host} abc`, `GET /?q ${host}`]);
  });

  test("is not told what was meant for the proxy", async () => {
    const { port } = await aServer("127.0.0.2");
    const { socket } = await aProxy([`127.0.0.2:${port}`]);
    const more =
      "Proxy-Authorization: a\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nUpgrade: h2c\r\nTE: trailers\r\nX-Kept: 1\r\n";
    expect(await say(socket, get(`http://127.0.0.2:${port}/`, more))).toMatch(/X-Seen: connection host x-kept\r\n/);
  });

  test("is said to be unreachable when it is", async () => {
    const { socket, refused } = await aProxy([`127.0.0.2:${DEAD}`]);
    for (const said of [`CONNECT 127.0.0.2:${DEAD} HTTP/1.1\r\n\r\n`, get(`http://127.0.0.2:${DEAD}/`)]) {
      const heard = await say(socket, said);
      expect(statusOf(heard)).toBe(502);
      expect(bodyOf(heard)).toContain(`127.0.0.2:${DEAD} cannot be reached: connect ECONNREFUSED`);
    }
    expect(refused).toEqual([]);
  });
});

describe("names", () => {
  test("are looked up outside; what only a pattern allows may not lead to this machine", async () => {
    const folder = tempFolder();
    const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
    const hosts = [
      "127.0.0.1 localhost named.example",
      ...[...own, "::ffff:127.0.0.1"].map((address) => `${address} evil.pattern.example`),
      // Nobody can be reached by that one, which is said at once.
      ...["127.0.0.1", "224.0.0.1"].map((address) => `${address} fine.pattern.example`),
    ];
    writeFileSync(join(folder, "hosts"), `${hosts.join("\n")}\n`);
    const source = `
      import { createServer } from "node:http";
      import { openProxy } from ${JSON.stringify(join(import.meta.dirname, "proxy.ts"))};
      import { readHosts } from ${JSON.stringify(join(import.meta.dirname, "host-list.ts"))};
      import { request } from "node:http";
      const server = createServer((_, response) => response.end("reached")).listen(0);
      await new Promise((resolve) => server.once("listening", resolve));
      const { port } = server.address();
      const hosts = ["named.example:" + port, "*.pattern.example:" + port];
      const { socket, close } = await openProxy(readHosts(hosts).list, () => {}, ${JSON.stringify(folder)}, {});
      const told = {};
      for (const name of ["named", "evil.pattern", "fine.pattern"]) told[name] = await new Promise((resolve) => {
        request({ socketPath: socket, path: "http://" + name + ".example:" + port + "/", agent: false }, async (answer) =>
          resolve(Buffer.concat(await answer.toArray()).toString().trim())).end();
      });
      console.log(JSON.stringify(told));
      await close();
      server.close();`;
    const script = `mount --bind ${folder}/hosts /etc/hosts && exec "$@"`;
    const node = [process.execPath, "--input-type=module", "-e", source];
    const words = ["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", ...node];
    const { stdout, stderr } = spawnSync("unshare", words, { encoding: "utf8", timeout: 20_000 });
    const told = JSON.parse(stdout || `"${stderr}"`);
    expect(told).toEqual({
      named: "reached",
      "evil.pattern": expect.stringMatching(/cannot be reached: it leads to this machine$/),
      "fine.pattern": expect.stringMatching(/cannot be reached: connect ENETUNREACH 224\.0\.0\.1/),
    });
  });

  test("go to the person's own proxy where there is one, with its password", async () => {
    const { port, asked } = await aServer();
    const person = await aPersonsProxy(port);
    const { socket } = await aProxy(["*.example:443", "plain.example:80"], {
      HTTPS_PROXY: `http://ann:p%40ss@127.0.0.1:${person.port}`,
      http_proxy: `127.0.0.1:${person.port}`,
    });
    const heard = await say(socket, `CONNECT a.Example.:443 HTTP/1.1\r\n\r\n${get("/deep", LAST)}`);
    expect(bodyOf(heard)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await say(socket, get("http://plain.example/p", LAST));
    expect(asked).toEqual(["GET /deep x", "GET /p plain.example"]);
    const leave = `Proxy-Authorization: Basic ${Buffer.from("ann:p@ss").toString("base64")}`;
    expect(person.asked).toEqual([
      `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n${leave}`,
      "CONNECT plain.example:80 HTTP/1.1\r\nHost: plain.example:80",
    ]);
  });

  test.each([
    ["ann:100%", "ann:100%"],
    ["ann:%40%zz%é", "ann:@%zz%\xc3\xa9"],
    ["%ff", "\xff:"],
  ])("go there with a password as it stands where it is not written as a URL has it: %s", async (written, meant) => {
    const { port } = await aServer();
    const person = await aPersonsProxy(port);
    const { socket } = await aProxy(["a.example:80"], { http_proxy: `http://${written}@127.0.0.1:${person.port}` });
    expect(statusOf(await say(socket, get("http://a.example/", LAST)))).toBe(200);
    const [, said = ""] = /Basic (.*)$/.exec(person.asked[0] ?? "") ?? [];
    expect(Buffer.from(said, "base64").toString("latin1")).toBe(meant);
  });

  test("that the person's proxy refuses are said to be unreachable, and why", async () => {
    const person = await aPersonsProxy(DEAD, "407 Who are you");
    const refusing = await aProxy(["a.example:443"], { ALL_PROXY: `http://127.0.0.1:${person.port}` });
    expect(bodyOf(await say(refusing.socket, "CONNECT a.example:443 HTTP/1.1\r\n\r\n"))).toBe(
      "a.example:443 cannot be reached: the proxy of this machine says: HTTP/1.1 407 Who are you\n",
    );
    const unknown = await aProxy(["a.example:443"], { ALL_PROXY: "socks5://ann:secret@127.0.0.1:1" });
    expect(bodyOf(await say(unknown.socket, "CONNECT a.example:443 HTTP/1.1\r\n\r\n"))).toBe(
      "a.example:443 cannot be reached: the proxy of this machine is neither http:// nor https://\n",
    );
  });
});

describe("what is not allowed", () => {
  test("is refused with words, and told once for each host", async () => {
    const { socket, refused } = await aProxy(["api.example:443"]);
    for (const said of [
      "CONNECT Evil.example.:443 HTTP/1.1\r\n\r\n",
      "CONNECT evil.example:443 HTTP/1.1\r\n\r\n",
      get("http://evil.example/"),
    ]) {
      const heard = await say(socket, said);
      expect(statusOf(heard)).toBe(403);
      expect(heard).toMatch(/evil\.example:\d+ is not an allowed host; the person you work for can allow it\n/);
    }
    expect(refused).toEqual(["evil.example:443", "evil.example:80"]);
  });

  test("is told of a hundred hosts, and no more", async () => {
    const { socket, refused } = await aProxy([]);
    for (let i = 0; i < 130; i += 1) await say(socket, `CONNECT h${i}:443 HTTP/1.1\r\n\r\n`);
    expect(refused).toHaveLength(100);
  });

  test("is not reached by any trick", async () => {
    const good = await aServer("127.0.0.2");
    const evil = await aServer("127.0.0.3");
    const [allowed, other] = [`127.0.0.2:${good.port}`, `127.0.0.3:${evil.port}`];
    const { socket } = await aProxy([allowed]);
    const line = (target: string, more = ""): string => `CONNECT ${target} HTTP/1.1\r\n${more}\r\n${get("/evil")}`;
    const tricks = [
      line(`${allowed}@${other}`),
      line(`${other}#${allowed}`),
      line(`${other}?${allowed}`),
      line(`${other}/${allowed}`),
      line(`${allowed} ${other}`),
      line(`${allowed}\t${other}`),
      line(other, `Host: ${allowed}\r\n`),
      line(other, `Host: ${allowed}\r\nX-Forwarded-Host: ${allowed}\r\n`),
      line(`http://${allowed}`),
      line("", `Host: ${other}\r\n`),
      get(`http://${allowed}@${other}/evil`),
      get(`http://${other}\\@${allowed}/evil`),
      get(`http://${other}#@${allowed}/evil`),
      get(`http://${other}?@${allowed}/evil`),
      get(`https://${other}/evil`),
      get(`ftp://${other}/evil`),
      get(`//${other}/evil`),
      get("/evil", `X-A: b\r\nHost: ${other}\r\n`),
      get(`http:${other}/evil`),
      get(`http:///${other}/evil`),
      `OPTIONS * HTTP/1.1\r\nHost: ${other}\r\n\r\n`,
      get(`http://${allowed}/a`) + get(`http://${other}/evil`),
      `GET http://${allowed}/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${get(`http://${other}/evil`)}`,
      `POST http://${allowed}/a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n${get(`http://${other}/evil`)}`,
      `POST http://${allowed}/a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get(`http://${other}/evil`)}`,
      `POST http://${allowed}/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${get(`http://${other}/evil`)}`,
      `GET http://${allowed}/a\r\nHost: x\r\n\r\n${get(`http://${other}/evil`)}`,
      get(`http://${allowed}/a`, `X-A: b\rHost: ${other}\r\n`),
      get(`http://${allowed}/a`, `X-A: b\nGET http://${other}/evil HTTP/1.1\r\n`),
    ];
    for (const trick of tricks) {
      const heard = await say(socket, trick);
      expect.soft(heard, trick).not.toContain("Connection Established");
    }
    expect(evil.asked).toEqual([]);
    expect(good.asked.filter((asked) => !/^GET \/a 127\.0\.0\.2:\d+$/.test(asked))).toEqual([]);
  });

  test("is not reached by a body that is taken for a request", async () => {
    const { port, asked } = await aServer("127.0.0.2");
    const { socket } = await aProxy([`127.0.0.2:${port}`]);
    const body = get("/evil");
    const more = `Connection: Content-Length, close\r\nContent-Length: ${body.length}\r\n`;
    await say(socket, get(`http://127.0.0.2:${port}/a`, more) + body);
    expect(asked).toEqual([`GET /a 127.0.0.2:${port} ${body}`]);
  });
});

describe("whatever is said to it", () => {
  test("it goes on: garbage, endless headers, half a request, no word at all", async () => {
    const { port } = await aServer();
    const { socket } = await aProxy([`localhost:${port}`]);
    const line = `CONNECT localhost:${port} HTTP/1.1\r\n`;
    const garbage = Array.from({ length: 60 }, (_, i) => randomBytes(1 + i * 40));
    const cut = Array.from({ length: line.length }, (_, i) => line.slice(0, i));
    const broken = Array.from({ length: 60 }, (_, i) => `${line.slice(0, i % line.length)}\0\xff\r\n\r\n${line}\r\n`);
    const large = [`${line}A: ${"a".repeat(1 << 20)}\r\n\r\n`, `CONNECT ${"a".repeat(1 << 20)}:1 HTTP/1.1\r\n\r\n`];
    const many = `${line}${"A: b\r\n".repeat(50_000)}\r\n`;
    await Promise.all([...garbage, ...cut, ...broken, ...large, many].map((said) => say(socket, said, true)));
    expect(statusOf(await say(socket, `${line}\r\n`, true))).toBe(200);
  });

  test("it goes on when those it leads to speak nonsense", async () => {
    const answers = [
      "",
      "\0\0",
      "HTTP/1.1 999999 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n",
      "HTTP/1.1 101 S\r\nUpgrade: x\r\n\r\nx",
    ];
    const longer = [
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
      `HTTP/1.1 200 ${"\x01".repeat(9)}\r\n\r\n`,
      "HTTP/1.1 099 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: \x01\x7f\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\xff\xfe: \xff\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(50_000)}\r\n`,
    ];
    for (const answer of [...answers, ...longer]) {
      const port = await listening(
        createServer((client) => client.on("error", () => {}).end(Buffer.from(answer, "latin1"))),
        "127.0.0.1",
      );
      const { socket } = await aProxy([`localhost:${port}`]);
      const heard = await say(socket, get(`http://localhost:${port}/`, LAST));
      expect.soft([0, 200, 502], answer).toContain(statusOf(heard));
    }
  });

  test("it serves no more than it can at once, and the next ones when those are gone", async () => {
    const { port } = await aServer();
    const { socket } = await aProxy([`localhost:${port}`]);
    const waiting: Socket[] = [];
    let closed = 0;
    for (let i = 0; i < 2000; i += 1) {
      const client = connect(socket).on("error", () => {});
      client.resume().once("close", () => {
        closed += 1;
      });
      waiting.push(client);
    }
    await until(() => closed >= 2000 - 256);
    for (const client of waiting) client.destroy();
    await until(() => closed === 2000);
    const line = `CONNECT localhost:${port} HTTP/1.1\r\n\r\n`;
    await expect.poll(async () => statusOf(await say(socket, line, true))).toBe(200);
  });

  test("it opens no more than it can at once, whatever is asked for", async () => {
    const silent = await aSilentServer();
    const { socket } = await aProxy([`localhost:${silent.port}`]);
    const plain = get(`http://localhost:${silent.port}/`);
    const line = `CONNECT localhost:${silent.port} HTTP/1.1\r\n\r\n`;
    // Three connections for each of them, and two for the last one.
    const clients = [...Array<string>(170).fill(plain + line), plain].map((said) => {
      const client = connect(socket).on("error", () => {});
      client.write(said);
      return client;
    });
    await until(() => silent.open.size === 341);
    for (const said of [line, plain]) {
      const heard = await say(socket, said, true);
      expect(statusOf(heard)).toBe(503);
      expect(bodyOf(heard)).toContain("too many connections are open from here; close some, or wait for their end\n");
    }
    expect(silent.most()).toBe(341);
    for (const client of clients) client.destroy();
    await until(() => silent.open.size === 0);
    expect(statusOf(await say(socket, line, true))).toBe(200);
  });

  test("it opens one connection for all the requests of another, and ends one that has too many", async () => {
    const silent = await aSilentServer();
    const { socket } = await aProxy([`localhost:${silent.port}`]);
    const plain = get(`http://localhost:${silent.port}/`);
    const waiting = connect(socket).on("error", () => {});
    waiting.write(plain.repeat(60));
    await until(() => silent.open.size === 1);
    expect(await say(socket, plain.repeat(3000))).toBe("");
    expect(silent.open.size).toBe(1);
    waiting.destroy();
    await until(() => silent.open.size === 0);
    expect(silent.most()).toBeLessThanOrEqual(2);
  });
});

describe("when it is closed", () => {
  test("nothing is left of it, however busy it is", async () => {
    const silent = createServer(() => {});
    const gone: Promise<unknown>[] = [];
    silent.on("connection", (client: Socket) =>
      gone.push(
        new Promise(
          (resolve) =>
            void client
              .on("error", () => {})
              .resume()
              .once("close", resolve),
        ),
      ),
    );
    const port = await listening(silent, "127.0.0.1");
    const { socket, close, folder } = await aProxy([`localhost:${port}`]);
    const said = [`CONNECT localhost:${port} HTTP/1.1\r\n\r\nx`, get(`http://localhost:${port}/`), "GET http://", ""];
    const heard = said.map((text) => say(socket, text));
    await until(() => gone.length === 2);
    await Promise.all([close(), close()]);
    await Promise.all([...heard, ...gone]);
    expect(readdirSync(folder)).toEqual([]);
    await close();
  });

  test("a path that is too long for a socket does no harm", async () => {
    const folder = join(tempFolder(), "a".repeat(120), "b".repeat(120));
    mkdirSync(folder, { recursive: true });
    const { port } = await aServer();
    const { close } = await aProxy([`localhost:${port}`], {}, folder);
    const place = openSync(folder, "r");
    onTestFinished(() => closeSync(place));
    const heard = await say(`/proc/self/fd/${place}/egress`, get(`http://localhost:${port}/`, LAST));
    expect(statusOf(heard)).toBe(200);
    await close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
