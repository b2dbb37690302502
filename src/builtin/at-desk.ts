import { agentctl } from "../chat/agentctl.ts";
import type { PlanDesk } from "../ports/plan-desk.ts";
import type { ToolInput, Used } from "./tools/tool.ts";

/** What the tool `agentctl` does: the same as the program of that name, at the desk of the job. */
export async function useAgentctl({ args }: ToolInput, desk: PlanDesk): Promise<Used> {
  const words = Array.isArray(args) ? args.map(String) : [];
  const { status, stdout, stderr } = await agentctl(words, async () => desk);
  return { state: status === 0 ? "done" : "failed", text: cut(`${stdout}${stderr}`), diff: null };
}

/** A plan can have more faults than a model can take in. */
const cut = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}\n… and more; put these right first\n`;

const LONGEST = 30_000;
