import { callOf } from "./call-of.ts";
import type { Heard, OfferedTool } from "./heard.ts";
import type { Act, Scene, Script } from "./script.ts";

/** What comes back for one request. */
export type Reply = Said | { kind: "hang" } | { kind: "refusal"; status: number };

export type Said =
  | { kind: "text"; text: string }
  | { kind: "call"; tool: OfferedTool; input: Readonly<Record<string, unknown>> | string };

/** `spent` remembers what is done only once. */
export function replyTo(
  heard: Heard,
  script: Script,
  spent: Set<Act>,
): { scene: Scene | null; prompt: string; reply: Reply } {
  const found = sceneFor(heard, script);
  if (found === null) return { scene: null, prompt: "", reply: text("ok") };
  const { scene, prompt, results } = found;
  const acts = scene.acts.filter((act) => !spent.has(act));
  const act = acts[results] ?? { do: "say", text: "Done." };
  if (act.do === "refuse" && act.once) spent.add(act);
  return { scene, prompt, reply: replyBy(act, heard.tools) };
}

/**
 * The scene of the latest prompt that has one, and how many results have come since. Agents also ask models for titles
 * and summaries, with the prompt in it and without any tools: that is none of the plan's work.
 */
function sceneFor({ turns, tools }: Heard, script: Script): { scene: Scene; prompt: string; results: number } | null {
  if (tools.length === 0) return null;
  for (const [index, { by, text }] of [...turns.entries()].reverse()) {
    if (by !== "user") continue;
    const scene = script.find(({ when }) => when.every((words) => text.includes(words)));
    if (!scene) continue;
    return { scene, prompt: text, results: turns.slice(index + 1).filter((turn) => turn.by === "tool").length };
  }
  return null;
}

function replyBy(act: Act, tools: readonly OfferedTool[]): Reply {
  switch (act.do) {
    case "say":
      return text(act.text);
    case "hang":
      return { kind: "hang" };
    case "refuse":
      return { kind: "refusal", status: act.status };
    default:
      return (
        callOf(act, tools) ?? text(`No tool to ${act.do} with; there are ${tools.map(({ name }) => name).join(", ")}.`)
      );
  }
}

const text = (words: string): Said => ({ kind: "text", text: words });
