import { type LookupAllOptions, lookup } from "node:dns";
import { type BlockList, connect, type LookupFunction, type Socket } from "node:net";
import { connect as connectSafely } from "node:tls";
import type { Way } from "./host-list.ts";
import { ownAddresses } from "./own-addresses.ts";
import { type ProxyVariables, personProxy } from "./person-proxy.ts";
import { type Target, targetText } from "./target.ts";

export type Outside = {
  /** What the person needs to get out of here. */
  variables: ProxyVariables;
  /** Is told of every connection at once, before it is there. */
  opens(socket: Socket): void;
};

/** A connection to where a way leads, by the person's own proxy where there is one. Rejects when there is none to be had. */
export async function reach(way: Way, scheme: "http" | "https", { variables, opens }: Outside): Promise<Socket> {
  const proxy = personProxy(way, scheme, variables);
  if (proxy !== null) return throughProxy(way, proxy, opens);
  const options = { host: way.name, port: way.port, allowHalfOpen: true };
  const socket = connect(way.isByPattern ? { ...options, lookup: elsewhere(ownAddresses()) } : options);
  return connected(socket, "connect", opens);
}

/** Whoever owns a name decides where it leads: not to us. Node counts on both spellings of the answer. */
function elsewhere(ours: BlockList): LookupFunction {
  return (name, options, answer) => {
    const all: LookupAllOptions = { ...options, all: true };
    lookup(name, all, (error, found) => {
      const addresses = (found ?? []).filter(({ address, family }) => !ours.check(address, `ipv${family as 4 | 6}`));
      const [first] = addresses;
      if (error !== null || first === undefined) answer(error ?? new Error("it leads to this machine"), "", 4);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

async function throughProxy(target: Target, address: string, opens: Outside["opens"]): Promise<Socket> {
  const url = URL.parse(address.includes("://") ? address : `http://${address}`);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new Error("the proxy of this machine is neither http:// nor https://");
  }
  const who = `${url.username}:${url.password}`;
  const leave = who === ":" ? "" : `Proxy-Authorization: Basic ${decoded(who).toString("base64")}\r\n`;
  const isSafe = url.protocol === "https:";
  const [host, port] = [url.hostname.replace(/^\[|\]$/g, ""), Number(url.port) || (isSafe ? 443 : 80)];
  const socket = isSafe ? connectSafely({ host, port }) : connect({ host, port, allowHalfOpen: true });
  await connected(socket, isSafe ? "secureConnect" : "connect", opens);
  socket.write(`CONNECT ${targetText(target)} HTTP/1.1\r\nHost: ${targetText(target)}\r\n${leave}\r\n`);
  const answer = await firstLines(socket);
  if (/^HTTP\/1\.\d 2\d\d /.test(answer)) return socket;
  socket.destroy();
  throw new Error(`the proxy of this machine says: ${answer.split("\r\n")[0] || "nothing"}`);
}

/** A URL has nothing but ASCII in it. A `%` that begins no byte is one: people write passwords as they are. */
const decoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

function connected(socket: Socket, event: "connect" | "secureConnect", opens: Outside["opens"]): Promise<Socket> {
  opens(socket);
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    socket.on("error", reject);
    socket.once("close", () => reject(new Error("it was closed")));
  });
}

/** Up to the empty line; what follows stays in the socket. Nothing when it ends before, or never comes to the point. */
function firstLines(socket: Socket): Promise<string> {
  let read = Buffer.alloc(0);
  return new Promise((resolve) => {
    const done = (text: string): void => {
      socket.off("readable", more).off("close", none).off("end", none);
      resolve(text);
    };
    const none = (): void => done("");
    const more = (): void => {
      for (let part: Buffer | null = socket.read(); part !== null; part = socket.read())
        read = Buffer.concat([read, part]);
      const end = read.indexOf("\r\n\r\n");
      if (end < 0) return read.length > MOST_LINES ? none() : undefined;
      const rest = read.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
      done(read.subarray(0, end).toString("latin1"));
    };
    socket.on("readable", more).once("close", none).once("end", none);
  });
}

const MOST_LINES = 1 << 16;
