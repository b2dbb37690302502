import type { Socket } from "node:net";
import type { Target } from "./target.ts";

export type Forwarding = {
  /** Where the proxy listens, as seen inside. */
  socket: string;
  /** Where it is found inside instead, by those who only know of ports. */
  port: number;
  /** Ports that lead to the same ones of the machine. */
  local: readonly Target[];
};

/**
 * A script that starts a forwarder and goes on when it is there. It is nobody's child, has nothing of the program's but
 * the stream for errors, and ends with the sandbox. Its environment is empty, so that no variable of the program's steers
 * it. `node` is where ours is found inside.
 */
export function startForwarder(node: string, forwarding: Forwarding): { script: string; words: string[] } {
  const closed = "3>&- 4>&- 5>&- 6>&-";
  const start = `/usr/bin/env -i "$1" --v8-pool-size=1 --input-type=commonjs -e "$2" -- "$3"`;
  return {
    script: `[ "$(${start} 9>&1 < /dev/null > /dev/null ${closed} &)" = ready ] || exit 125; shift 3; `,
    words: [node, `(${forward})(JSON.parse(process.argv[1]))`, JSON.stringify(forwarding)],
  };
}

/** How many processes and threads it takes up at most. */
export const FORWARDERS = 6;

/** Runs inside, as a text: it can name nothing that is outside of it. Says on number 9 that it is there. */
async function forward({ socket, port, local }: Forwarding): Promise<void> {
  const { connect, createServer } = process.getBuiltinModule("node:net");
  const { closeSync, writeSync } = process.getBuiltinModule("node:fs");

  const carry = (one: Socket, other: Socket): void => {
    one.pipe(other).pipe(one);
    one.on("error", () => other.destroy());
    other.on("error", () => one.destroy());
  };
  const toProxy = (client: Socket): void => carry(client, connect({ path: socket, allowHalfOpen: true }));
  const toPort = ({ name, port }: Target, client: Socket): void => {
    const host = `${name.includes(":") ? `[${name}]` : name}:${port}`;
    const proxy = connect({ path: socket, allowHalfOpen: true });
    const giveUp = (): void => void client.destroy();
    client.on("error", () => proxy.destroy());
    proxy.on("error", giveUp).once("end", giveUp).write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    let answer = Buffer.alloc(0);
    proxy.on("data", function read(bytes: Buffer) {
      answer = Buffer.concat([answer, bytes]);
      const end = answer.indexOf("\r\n\r\n");
      if (end < 0) return;
      proxy.off("data", read).off("end", giveUp).pause();
      if (!answer.toString("latin1").startsWith("HTTP/1.1 200 ")) return void proxy.destroy(new Error("refused"));
      if (end + 4 < answer.length) proxy.unshift(answer.subarray(end + 4));
      carry(client, proxy);
    });
  };
  const listen = (at: number, host: string, serve: (client: Socket) => void): Promise<boolean> =>
    new Promise((resolve) => {
      const server = createServer({ allowHalfOpen: true }, serve);
      server.on("error", () => resolve(false)).listen(at, host, () => resolve(true));
    });

  // Not to be had are low ports, and those of IPv6 where there is none.
  for (const target of local) {
    for (const host of ["127.0.0.1", "::1"]) await listen(target.port, host, (client) => toPort(target, client));
  }
  if (!(await listen(port, "127.0.0.1", toProxy))) throw new Error(`port ${port} cannot be opened inside`);
  writeSync(9, "ready");
  closeSync(9);
}
