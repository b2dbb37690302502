import { closeSync, constants, openSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Egress } from "../../ports/sandbox.ts";
import { carry } from "./carry.ts";
import type { HostList, Way } from "./host-list.ts";
import { inTurn } from "./in-turn.ts";
import { passOn } from "./pass-on.ts";
import type { ProxyVariables } from "./person-proxy.ts";
import { type Outside, reach } from "./reach.ts";
import { readTarget, type Target, targetText } from "./target.ts";

export type Proxy = {
  /** The path of its socket. */
  socket: string;
  /** Settles when its socket and all connections are gone. A second call changes nothing. */
  close(): Promise<void>;
};

/**
 * A proxy for HTTP that leads to a few hosts and to nobody else, at a socket in `folder`. What is asked for decides, and
 * nothing else that is said with it; names are looked up here, never inside.
 */
export async function openProxy(
  hosts: HostList,
  refused: Egress["refused"],
  folder: string,
  variables: ProxyVariables,
): Promise<Proxy> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on("error", () => {}).once("close", () => open.delete(socket));
  };
  const door: Door = {
    hosts,
    outside: { variables, opens: keep },
    isFull: () => open.size >= MOST_SOCKETS,
    tell: atMostOnce(refused),
  };
  const server = createServer({ requestTimeout: 0 });
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connection", keep);
  server.on("connect", (request, client: Socket, early) => void tunnel(request, client, early, door));
  server.on("request", (request, response) => void forward(request, response, door));
  const place = await listenIn(folder, server);
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => void server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
    // Only now: Node removes the socket by the name that leads through this number.
    closeSync(place);
  };
  return {
    socket: join(folder, NAME),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const NAME = "egress";
/** More than any agent needs, and not enough to use up what this process may open. */
const MOST_CONNECTIONS = 256;
/** Both sides together: who asks may be gone before what was asked for is there. */
const MOST_SOCKETS = 512;

type Door = { hosts: HostList; outside: Outside; isFull(): boolean; tell(host: string): void };

/** The address of a socket has room for 107 bytes, which paths may exceed: so it is found from the opened folder. */
async function listenIn(folder: string, server: Server): Promise<number> {
  const place = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(`/proc/self/fd/${place}/${NAME}`, () => resolve());
    });
    return place;
  } catch (error) {
    closeSync(place);
    throw error;
  }
}

/** What a program asks for is its own affair; a few refusals say enough, and a flood of them nothing. */
function atMostOnce(refused: Egress["refused"]): Door["tell"] {
  const told = new Set<string>();
  return (host) => {
    if (told.has(host) || told.size >= MOST_REFUSALS) return;
    told.add(host);
    refused(host);
  };
}

const MOST_REFUSALS = 100;

/** `CONNECT name:port`. */
async function tunnel(request: IncomingMessage, client: Socket, early: Buffer, door: Door): Promise<void> {
  const found = wayFor(readTarget(request.url ?? ""), door);
  if ("status" in found) return sayNo(client, found);
  try {
    // Some ask for a tunnel whatever they want to say in it.
    const socket = await reach(found, found.port === 80 ? "http" : "https", door.outside);
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    socket.write(early);
    carry(client, socket);
  } catch (error) {
    sayNo(client, unreachable(found, error));
  }
}

/** `GET http://name:port/path`. Each request of a connection is looked at by itself. */
async function forward(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  await inTurn(request, response);
  const [, authority = "", path = ""] = /^http:\/\/([^/?#]*)([^#]*)/i.exec(request.url ?? "") ?? [];
  const found = wayFor(readTarget(authority, 80), door);
  if ("status" in found) return sayNoTo(response, found);
  try {
    const socket = await reach(found, "http", door.outside);
    if (response.destroyed) socket.destroy();
    else passOn(request, path.startsWith("/") ? path : `/${path}`, found, socket, response);
  } catch (error) {
    sayNoTo(response, unreachable(found, error));
  }
}

type No = { status: string; text: string };

function wayFor(target: Target | null, { hosts, isFull, tell }: Door): Way | No {
  if (target === null)
    return { status: "400 Bad Request", text: "this proxy takes CONNECT name:port and http://name/" };
  const way = hosts.wayTo(target);
  if (way !== null) return isFull() ? FULL : way;
  const host = targetText(target);
  tell(host);
  return {
    status: "403 Forbidden",
    text: `${host} is not an allowed host; the person you work for can allow it`,
  };
}

const FULL: No = {
  status: "503 Service Unavailable",
  text: "too many connections are open from here; close some, or wait for their end",
};

const unreachable = (target: Target, error: unknown): No => ({
  status: "502 Bad Gateway",
  text: `${targetText(target)} cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
});

function sayNo(client: Socket, { status, text }: No): void {
  const headers = `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text) + 1}\r\nConnection: close`;
  client.resume().end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${text}\n`);
}

/** The rest of what it says is not waited for. */
function sayNoTo(response: ServerResponse, { status, text }: No): void {
  response
    .writeHead(Number(status.slice(0, 3)), { "Content-Type": "text/plain", Connection: "close" })
    .end(`${text}\n`);
}
