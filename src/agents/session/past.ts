import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kept, PromptLayer, Turn, Usage } from "../../ports/agent.ts";
import { fenced } from "../../std/fenced.ts";

/** What was told and said in the earlier turns of a session. */
export type Past = {
  /** How the last turn ended, as the driver called it, so that the agent itself goes on from there; null where it cannot. */
  readonly way: string | null;
  /** What the agent has told of its cost until then, where it tells that of its whole conversation. */
  readonly whole: readonly Usage[];
  readonly kept: Kept | null;
  /** The layers of a turn that an agent is told which remembers: those that it was not told before, word for word. */
  fresh(turn: Turn): readonly PromptLayer[];
  /** The layers of a turn for an agent that remembers nothing: with all that was said so far, as text. */
  retold(turn: Turn): readonly PromptLayer[];
  /** Keeps a turn, and gives what lets another session go on after it; undefined where nothing is kept. */
  add(turn: Turn, said: string, own: Own | null): string | undefined;
};

/** How the agent itself goes on, and what it has told of the cost of it all. */
type Own = { way: string; whole: readonly Usage[] };

/** `resume` is what `add` gave, in whatever process; without it, nothing was said before. */
export function openPast(kept: Kept | null, resume: string | undefined): Past {
  const exchanges: Exchange[] = resume === undefined || kept === null ? [] : exchangesIn(kept);
  let way = exchanges.length === 0 || resume === undefined || resume === TEXT ? null : resume;
  const wasTold = (text: string): boolean => exchanges.some(({ told }) => told.includes(text));
  return {
    get way() {
      return way;
    },
    get whole() {
      return exchanges.at(-1)?.whole ?? [];
    },
    kept,
    fresh: ({ layers }) => layers.filter(({ level, text }) => level === "instruction" || !wasTold(text)),
    retold({ layers }) {
      const now = layers.map(({ text }) => text).join("\n");
      const lines = exchanges.flatMap((exchange) => inWords(exchange, now));
      if (lines.length === 0) return layers;
      const soFar: PromptLayer = { level: "attempt", text: [SO_FAR, ...lines].join("\n\n") };
      const at = layers.findIndex(({ level }) => level === "attempt" || level === "instruction");
      return at < 0 ? [...layers, soFar] : [...layers.slice(0, at), soFar, ...layers.slice(at)];
    },
    add({ layers }, said, own) {
      exchanges.push({ told: layers.map(({ text }) => text), said, ...(own?.whole.length && { whole: own.whole }) });
      way = own?.way ?? null;
      return kept !== null && isWritten(kept, exchanges) ? (way ?? TEXT) : undefined;
    },
  };
}

/** Of a session whose agent cannot go on by itself. */
const TEXT = "text";

type Exchange = { told: readonly string[]; said: string; whole?: readonly Usage[] };

const SO_FAR = "This conversation has begun before. What was said in it so far:";

/** Without what the turn says itself. */
function inWords({ told, said }: Exchange, now: string): string[] {
  const isNew = (text: string): boolean => text.trim() !== "" && !now.includes(text.trim());
  const heard = told.filter(isNew).map((text) => text.trim());
  return [
    ...(heard.length === 0 ? [] : [`You were told:\n\n${fenced(heard.join("\n\n"))}`]),
    ...(isNew(said) ? [`You said:\n\n${fenced(said.trim())}`] : []),
  ];
}

const fileIn = ({ folder }: Kept): string => join(folder, "conversation.json");

/** A full disk costs the next session its memory, and this one nothing. */
function isWritten(kept: Kept, exchanges: readonly Exchange[]): boolean {
  const draft = `${fileIn(kept)}.new`;
  try {
    mkdirSync(kept.folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(exchanges), { mode: 0o600 });
    renameSync(draft, fileIn(kept));
    return true;
  } catch {
    return false;
  }
}

/** Nothing where it is gone: the turn then says all that there is. */
function exchangesIn(kept: Kept): Exchange[] {
  try {
    return JSON.parse(readFileSync(fileIn(kept), "utf8")) as Exchange[];
  } catch {
    return [];
  }
}
