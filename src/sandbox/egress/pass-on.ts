import { request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import { type Target, targetText } from "./target.ts";

/** Says a request again, over a connection that is for it alone, and its answer back. */
export function passOn(
  request: IncomingMessage,
  path: string,
  target: Target,
  socket: Socket,
  response: ServerResponse,
): void {
  const again = ask({
    method: request.method ?? "GET",
    path,
    headers: [
      ...["Host", target.port === 80 ? targetText(target).slice(0, -":80".length) : targetText(target)],
      ...kept(request.rawHeaders, ["host", "expect"]),
      // Said anew, so that nobody takes the body for another request.
      ...(request.headers["transfer-encoding"] === undefined ? [] : ["Transfer-Encoding", "chunked"]),
    ],
    createConnection: () => socket,
  });
  again.once("response", (answer) => {
    const { statusCode: status = 0 } = answer;
    if (status < 200 || status > 999) return giveUp(again, response);
    try {
      response.writeHead(status, kept(answer.rawHeaders));
      pipeline(answer, response, () => {});
    } catch {
      // What can be read is not always what may be said.
      response.destroy();
    }
  });
  again.on("error", () => giveUp(again, response));
  response.once("close", () => again.destroy());
  pipeline(request, again, () => {});
}

function giveUp(again: ClientRequest, response: ServerResponse): void {
  again.destroy();
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { Connection: "close" }).end("the answer could not be read\n");
}

/** Without what is meant for the next one on the way only, as HTTP has it. */
function kept(raw: readonly string[], also: readonly string[] = []): string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
  const named = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(","));
  const dropped = new Set([...HOP_BY_HOP, ...also, ...named.map((name) => name.trim().toLowerCase())]);
  // Whoever has this one dropped has the body taken for something else.
  dropped.delete("content-length");
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

const HOP_BY_HOP = [
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
];
