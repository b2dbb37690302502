import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type HostList, readHosts } from "./host-list.ts";

export function aHostList(hosts: readonly string[]): HostList {
  const reading = readHosts(hosts);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.list;
}

/** A server that says what it was asked, and remembers it. */
export async function aServer(host = "127.0.0.1"): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push(`${request.method} ${request.url} ${request.headers.host}${body && ` ${body}`}`);
    response.setHeader("X-Seen", Object.keys(request.headers).sort().join(" "));
    response.end(`${asked.at(-1)}\n`);
  };
  return { port: await listening(createServer(listener), host), asked };
}

/** The proxy of a person whose machine reaches nobody without: all names lead to one port. */
export async function aPersonsProxy(port: number, answer = "200 OK"): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createTcpServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => {});
    client.once("data", (bytes) => {
      asked.push(bytes.toString().split("\r\n\r\n")[0] ?? "");
      client.write(`HTTP/1.1 ${answer}\r\n\r\n`);
      const there = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      there.on("error", () => client.destroy());
      client.on("close", () => there.destroy());
      client.pipe(there).pipe(client);
    });
  });
  return { port: await listening(server, "127.0.0.1"), asked };
}

export async function listening(server: Server, host: string): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => void open.add(socket));
  await new Promise<void>((resolve, reject) => void server.once("error", reject).listen(0, host, resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
}

/** Says something as it is, and gives all that comes back until the end; `isLast` says at once that no more will come. */
export function say(path: string, text: string | Buffer, isLast = false): Promise<string> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect({ path, allowHalfOpen: true });
    socket
      .on("error", () => {})
      .on("data", (bytes: Buffer) => {
        heard += bytes.toString("latin1");
      });
    socket.once("close", () => resolve(heard)).once("end", () => socket.end());
    if (isLast) socket.end(text);
    else socket.write(text);
  });
}
