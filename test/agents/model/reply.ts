import { callOf } from "./call-of.ts";
import type { Heard, OfferedTool } from "./heard.ts";
import type { Act, ExactUse, Say, Scene, Script, ToolAct } from "./script.ts";

/** What comes back for one request. */
export type Reply =
  | Said
  | { kind: "hang" }
  | { kind: "refusal"; status: number; retryAfter: number | string | null }
  /** What was asked is more than it can read, or nothing that it takes. */
  | { kind: "overflow" }
  | { kind: "objection"; why: string };

/** `breaks`: the connection does, before the first word or in the middle. */
export type Said = {
  kind: "said";
  parts: readonly SaidPart[];
  finish: "stop" | "calls" | "length" | "withheld";
  breaks: "beginning" | "middle" | null;
  milliseconds: number;
};

export type SaidPart = { kind: "text"; text: string } | SaidCall;

/** An input that is a text goes as it is. */
export type SaidCall = { kind: "call"; tool: OfferedTool; input: Readonly<Record<string, unknown>> | string };

export const inputText = ({ input }: SaidCall): string => (typeof input === "string" ? input : JSON.stringify(input));

/** `prompt` is what the scene was found by. */
export type Found = { scene: Scene | null; prompt: string; reply: Reply };

/** `spent` remembers what is done only once. */
export function replyTo(heard: Heard, script: Script, spent: Set<Act>): Found {
  const found = sceneFor(heard, script);
  if (found === null) return { scene: null, prompt: "", reply: said([text("ok")]) };
  const { scene, prompt, rounds } = found;
  const acts = scene.acts.filter((act) => !spent.has(act));
  const act = acts[scene.again ? rounds % acts.length : rounds] ?? { do: "say", text: "Done." };
  if ("once" in act && act.once) spent.add(act);
  return { scene, prompt, reply: replyBy(act, heard) };
}

/**
 * The scene of the latest prompt that has one, and how often tools have been used since. Agents also ask models for titles
 * and summaries, with the prompt in it and without any tools: that is none of the plan's work.
 */
function sceneFor({ turns, tools }: Heard, script: Script): { scene: Scene; prompt: string; rounds: number } | null {
  const scenes = script.filter(({ withoutTools }) => tools.length > 0 || withoutTools);
  for (const { texts, end } of promptsIn(turns).reverse()) {
    const scene = scenes.find(({ when }) => when.every((words) => texts.some((text) => text.includes(words))));
    if (!scene) continue;
    const prompt = texts.filter((text) => scene.when.some((words) => text.includes(words))).join("\n");
    return { scene, prompt, rounds: roundsIn(turns.slice(end)) };
  }
  return null;
}

/** A prompt may come in several texts: whatever the model hears before it says or does something. */
function promptsIn(turns: Heard["turns"]): { texts: string[]; end: number }[] {
  const prompts: { texts: string[]; end: number }[] = [];
  for (const [index, { by, text }] of turns.entries()) {
    if (by !== "user") continue;
    if (turns[index - 1]?.by === "user") prompts.at(-1)?.texts.push(text);
    else prompts.push({ texts: [text], end: index + 1 });
  }
  return prompts;
}

/** Results of tools that were used side by side come one after the other, without a word of the model's between them. */
function roundsIn(turns: Heard["turns"]): number {
  let rounds = 0;
  let isNew = true;
  for (const { by } of turns) {
    if (by === "tool" && isNew) rounds++;
    if (by === "tool") isNew = false;
    if (by === "model") isNew = true;
  }
  return rounds;
}

function replyBy(act: Act, heard: Heard): Reply {
  switch (act.do) {
    case "hang":
      return { kind: "hang" };
    case "refuse":
      return { kind: "refusal", status: act.status, retryAfter: act.retryAfter ?? null };
    case "break":
      return { ...said([text(act.text)]), breaks: act.at };
    case "both":
      return said(act.acts.flatMap((each) => partsOf(each, heard)));
    case "recall":
      return said([text(recalled(act.words, heard))]);
    default:
      return { ...said(partsOf(act, heard)), ...howItEnds(act) };
  }
}

const recalled = (words: string, { turns }: Heard): string =>
  turns
    .filter(({ by }) => by === "user")
    .flatMap((turn) => turn.text.split("\n"))
    .filter((line) => line.includes(words))
    .join("; ") || "I know nothing of it.";

const howItEnds = (act: ToolAct | ExactUse | Say): Partial<Said> => ({
  ...("finish" in act && act.finish !== undefined && { finish: act.finish }),
  ...("milliseconds" in act && act.milliseconds !== undefined && { milliseconds: act.milliseconds }),
});

function partsOf(act: ToolAct | ExactUse | Say, { tools, mayCall }: Heard): SaidPart[] {
  if (act.do === "say") return [text(act.text)];
  if (!mayCall) return [text("So much for now.")];
  if (act.do === "use") return [{ kind: "call", tool: toolNamed(act.tool, tools), input: act.input }];
  const names = tools.map(({ name }) => name).join(", ");
  return [callOf(act, tools) ?? text(`No tool to ${act.do} with; there are ${names}.`)];
}

const toolNamed = (name: string, tools: readonly OfferedTool[]): OfferedTool =>
  tools.find((tool) => tool.name === name) ?? { name, group: null, takes: "json", properties: {} };

const text = (words: string): SaidPart => ({ kind: "text", text: words });

const said = (parts: readonly SaidPart[]): Said => ({
  kind: "said",
  parts,
  finish: parts.some(({ kind }) => kind === "call") ? "calls" : "stop",
  breaks: null,
  milliseconds: 0,
});
