import type { AgentHost, AgentJob } from "../../ports/agent.ts";
import { ALL_TOOLS } from "../tools/all-tools.ts";
import { checkInput } from "../tools/check-input.ts";
import type { BuiltinTool, Used } from "../tools/tool.ts";
import type { Hands } from "./hands.ts";
import { handsCommand } from "./hands-program.ts";
import { type Link, openLink } from "./link.ts";

export type HandsOptions = { mode: AgentJob["mode"]; planDirs: readonly string[]; signal: AbortSignal };

/**
 * Starts the hands in the worker's sandbox, once for a session. Rejects when they cannot be started; when the signal is
 * aborted they end, and so does every use of them. Those that have come to harm fail what they were used for, and give way
 * to others with the next use, a few times.
 */
export async function openHands(host: AgentHost, { mode, planDirs, signal }: HandsOptions): Promise<Hands> {
  signal.throwIfAborted();
  const open = async (): Promise<Link> =>
    openLink(await host.launch(handsCommand({ tree: host.at, mode, planDirs })), signal);
  let link = Promise.resolve(await open());
  let started = 1;
  let isClosed = false;
  let lastWrite: Promise<unknown> = Promise.resolve();
  /** Whoever comes while others are started waits for the same ones. */
  const unbroken = (): Promise<Link> => {
    link = link.then(async (held) => {
      if (!held.isBroken() || isClosed || signal.aborted || started >= MOST_STARTS) return held;
      started += 1;
      await held.close();
      return open().catch(() => held);
    });
    return link;
  };
  return {
    async use(name, given, see) {
      const tool = ALL_TOOLS.find((each) => each.name === name);
      const fault = faultOf(tool, name, mode);
      if (fault !== null || tool === undefined) return refused(fault ?? "");
      const checked = checkInput(tool, given);
      if (!checked.ok) return failed(checked.why);

      const ask = async (): Promise<Used> =>
        (await unbroken()).ask(name, checked.input, { see, seconds: patienceFor(checked.input.seconds) });
      if (tool.readOnly) return ask();
      const written = lastWrite.then(ask);
      lastWrite = written;
      return written;
    },
    async close() {
      isClosed = true;
      await (await link).close();
    },
  };
}

/** Why the hands do not use a tool; null when they do. */
function faultOf(tool: BuiltinTool | undefined, name: string, mode: AgentJob["mode"]): string | null {
  if (tool === undefined) return `there is no tool ${JSON.stringify(name.slice(0, 60))}`;
  if (!tool.modes.includes(mode)) return `${name} is not there in ${mode} mode`;
  return tool.kind === "think" ? `${name} is not done by hand` : null;
}

const MOST_STARTS = 4;

/** A command is stopped by its own clock; what answers much later than that, or not at all, has come to harm. */
const patienceFor = (seconds: unknown): number => (typeof seconds === "number" ? seconds : 120) + 60;

const refused = (text: string): Used => ({ state: "refused", text, diff: null });
const failed = (text: string): Used => ({ state: "failed", text, diff: null });
