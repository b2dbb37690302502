import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type SessionUpdate,
  type ToolCall,
} from "@agentclientprotocol/sdk";

/**
 * A program of its own: an agent that speaks through the protocol's own library, and does one thing, which its arguments
 * name. `run SCRIPT` fails when the script does; `write FILE` asks first; `say TEXT` only speaks;
 * `repeat TEXT` says what has it of all that it has heard. `resume TEXT` and
 * `load TEXT` do so also when another process of theirs has heard it; `forget TEXT` says that it does, and does not.
 */
export const AGENT_PROGRAM = import.meta.filename;

export type Deed = "run" | "say" | "write" | Repeating;

type Repeating = "repeat" | "resume" | "load" | "forget";

const REPEATING: readonly string[] = ["repeat", "resume", "load", "forget"] satisfies Repeating[];

if (process.argv[1] === AGENT_PROGRAM) serve(process.argv[2] ?? "", process.argv[3] ?? "");

function serve(deed: string, what: string): void {
  let cwd = "/";
  let heard: string[] = [];
  const file = (): string => join(cwd, "heard.json");
  agent({ name: "an-agent" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {
        loadSession: deed === "load" || deed === "forget",
        ...(deed === "resume" && { sessionCapabilities: { resume: {} } }),
      },
      agentInfo: { name: "an-agent", version: "1.2.3" },
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      cwd = params.cwd;
      return { sessionId: "only" };
    })
    .onRequest(methods.agent.session.resume, ({ params }) => {
      cwd = params.cwd;
      heard = JSON.parse(readFileSync(file(), "utf8"));
      return {};
    })
    .onRequest(methods.agent.session.load, async ({ params: { sessionId, ...params }, client }) => {
      cwd = params.cwd;
      if (deed === "forget") return {};
      heard = JSON.parse(readFileSync(file(), "utf8"));
      for (const sessionUpdate of ["user_message_chunk", "agent_message_chunk"] as const) {
        const update = { sessionUpdate, content: { type: "text", text: "long ago" } } as const;
        await client.notify(methods.client.session.update, { sessionId, update });
      }
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
      const tell = (update: SessionUpdate) => client.notify(methods.client.session.update, { sessionId, update });
      const say = (text: string) => tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
      heard.push(...prompt.flatMap((part) => (part.type === "text" ? part.text.split("\n") : [])));
      if (deed === "say") await say(what);
      if (REPEATING.includes(deed)) await say(heard.filter((line) => line.includes(what)).join("; "));
      writeFileSync(file(), JSON.stringify(heard));
      if (deed === "run") await run(what, cwd, say);
      if (deed === "write") {
        const path = join(cwd, what);
        const call: ToolCall = {
          ...{ toolCallId: "t1", title: `Write ${what}`, kind: "edit", status: "pending" },
          content: [{ type: "diff", path, oldText: null, newText: "written\n" }],
        };
        await tell({ sessionUpdate: "tool_call", ...call });
        const { outcome } = await client.request(methods.client.session.requestPermission, {
          ...{ sessionId, toolCall: { toolCallId: "t1" } },
          options: [
            { optionId: "always", name: "Always", kind: "allow_always" },
            { optionId: "yes", name: "Yes", kind: "allow_once" },
            { optionId: "no", name: "No", kind: "reject_once" },
          ],
        });
        const chosen = outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
        if (chosen === "yes") writeFileSync(path, "written\n");
        const status = chosen === "yes" ? "completed" : "failed";
        await tell({ sessionUpdate: "tool_call_update", toolCallId: "t1", status });
        await say(`the answer was ${chosen}`);
      }
      return { stopReason: "end_turn" };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
}

/** Ends as the script does, unless that ends well. */
async function run(script: string, cwd: string, say: (text: string) => Promise<void>): Promise<void> {
  const child = spawn("bash", ["-c", script], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? 137)));
  for await (const bytes of child.stdout) await say(String(bytes));
  const status = await ended;
  if (status !== 0) process.exit(status);
}
