import { visibleText } from "../std/visible-text.ts";

/**
 * The commits of a plan's branch, as their messages tell them. Every one is made by the harness; nothing that a worker,
 * a plan or a person wrote can add a line, and so none of them can add a trailer.
 */
export type CommitMessage = Approved | Dev | Accepted | Revised | Failed | Complete;

type OfPlan = { plan: string };
type ApprovedText = OfPlan & { planHash: string; approvedBy: string };
/** One `Contract-Hash` line for each contract of the step; `tree` is the tree of this very commit. */
type OfStep = OfPlan & { step: number; attempt: number; contractHashes: string[]; tree: string };

type Approved = { kind: "approved" } & ApprovedText;
/** `said` are somebody's own words about the step, line by line. They are quoted, and nobody else's. */
type Quoting = { said?: readonly string[] };
type Dev = { kind: "dev"; subject: string } & OfStep & Quoting;
/** `receipt` is the sha256 of the receipt's file. */
type Accepted = { kind: "accepted"; result: string; receipt: string } & OfStep & Quoting;
type Revised = { kind: "revised" } & ApprovedText;
/** `planHash` is the text that was approved last, here and below; `said` is why it has failed. */
type Failed = { kind: "failed"; planHash: string } & OfPlan & Quoting;
type Complete = { kind: "complete"; planHash: string } & OfPlan;

type ReadMessage = CommitMessage | { kind: "other" } | { kind: "malformed"; why: string };

/** The author of every commit but the dev commit. */
export const HARNESS_NAME = "Planwright";

/** The author of a dev commit. Git would silently drop angle brackets from a name. */
export const workerName = (agent: string): string =>
  `${HARNESS_NAME} Worker (${oneLine(agent).replaceAll(/[<>]/g, "") || "unknown"})`;

export function writeMessage(message: CommitMessage): string {
  const trailers = trailersOf(message).map(([name, value]) => `${name}: ${value}\n`);
  return `${subjectOf(message)}\n\n${quoteOf(message)}${trailers.join("")}`;
}

/** A paragraph in which every line begins with `>`, so that none of them can be a trailer. */
function quoteOf(message: CommitMessage): string {
  const said = "said" in message ? quotable((message.said ?? []).join("\n")) : [];
  return said.length === 0 ? "" : `${said.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
}

/** Somebody's words as a commit quotes them: as many lines as one reads, and nothing in them that is not seen. */
export function quotable(text: string): string[] {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => shortened(visibleText(line.replaceAll(/\s/gu, " ").trimEnd()), MOST_OF_LINE));
  const all = lines.join("\n").trim() === "" ? [] : lines;
  return all.length > MOST_LINES ? [...all.slice(0, MOST_LINES - 1), "…"] : all;
}

const MOST_LINES = 40;
const MOST_OF_LINE = 200;

/** Only what `writeMessage` writes is read: a message that claims to be the harness's and differs by a byte is malformed. */
export function readMessage(text: string): ReadMessage {
  const subject = text.split("\n", 1)[0] ?? "";
  const trailers = readTrailers(text);
  const [, word, told = ""] = /^plan (approved|accepted|revised|failed|complete): (.*)$/s.exec(subject) ?? [];
  if (word === undefined && !SPEAKS_AS_HARNESS.test(subject) && !trailers.has("Plan")) return { kind: "other" };
  try {
    const message = messageFrom(word, word === undefined ? subject : told, trailers, quoteIn(text));
    if (writeMessage(message) === text) return message;
    return { kind: "malformed", why: "it is not written the way Planwright writes its messages" };
  } catch (error) {
    if (error instanceof TrailerError) return { kind: "malformed", why: error.message };
    throw error;
  }
}

/** What a dev commit is called: the step's title, and nothing that a worker says. */
export const devSubject = (title: string, step: number): string => asSubject(title) || `task-${step}`;

/** The subject of a commit that is none of a plan's, after somebody's words; `orElse` where they would say that it is one. */
export const ordinarySubject = (text: string, orElse: string): string => asSubject(text) || orElse;

function subjectOf(message: CommitMessage): string {
  if (message.kind === "dev") return asSubject(message.subject) || `task-${message.step}`;
  if (message.kind !== "accepted") return `plan ${message.kind}: ${named(message.plan)}`;
  return `plan accepted: task-${message.step} — ${shortened(oneLine(message.result), 120) || "done"}`;
}

type Trailer = readonly [name: string, value: string | number];

function trailersOf(message: CommitMessage): Trailer[] {
  const plan: Trailer = ["Plan", named(message.plan)];
  switch (message.kind) {
    case "approved":
    case "revised":
      return [plan, ["Plan-Hash", message.planHash], ["Approved-By", named(message.approvedBy)]];
    case "failed":
    case "complete":
      return [plan, ["Plan-Hash", message.planHash]];
    case "dev":
      return [plan, ...stepTrailers(message)];
    case "accepted":
      return [plan, ...stepTrailers(message), ["Receipt", message.receipt]];
  }
}

const stepTrailers = ({ step, attempt, contractHashes, tree }: OfStep): Trailer[] => [
  ["Step", step],
  ["Attempt", attempt],
  ...contractHashes.map((hash): Trailer => ["Contract-Hash", hash]),
  ["Tree", tree],
];

const SPEAKS_AS_HARNESS = /^plan (?:approved|accepted|revised|failed|complete)\b/i;

/**
 * Empty when nothing usable is left. Marks of Markdown go, and with them `---` and `#`, at which git would stop looking
 * for trailers; and only the harness may speak as the harness.
 */
function asSubject(text: string): string {
  const line = oneLine(text).replace(/^[#>*+\-=~`_\s]+/, "");
  return SPEAKS_AS_HARNESS.test(line) ? "" : shortened(line, 72);
}

const named = (text: string): string => oneLine(text) || "unknown";

const oneLine = (text: string): string => visibleText(text.replaceAll(/\s+/gu, " ").trim());

/** Counted in code points, and cut between what a reader sees as characters. */
function shortened(text: string, most: number): string {
  if ([...text].length <= most) return text;
  let kept = "";
  let size = 1;
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    size += [...segment].length;
    if (size > most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

type Trailers = ReadonlyMap<string, string[]>;

/** `Name: value` lines of the last paragraph. */
function readTrailers(text: string): Trailers {
  const [subject, ...paragraphs] = text.trimEnd().split(/\n\n+/);
  const found = new Map<string, string[]>();
  for (const line of (paragraphs.at(-1) ?? subject ?? "").split("\n")) {
    const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** What a message quotes between its subject and its trailers. */
function quoteIn(text: string): Quoting {
  const [, body, ...rest] = text.trimEnd().split("\n\n");
  if (rest.length !== 1 || !body?.startsWith(">")) return {};
  return { said: body.split("\n").map((line) => line.replace(/^> ?/, "")) };
}

class TrailerError extends Error {
  override readonly name = "TrailerError";
}

function messageFrom(word: string | undefined, told: string, trailers: Trailers, quote: Quoting): CommitMessage {
  const plan = only(trailers, "Plan", /./);
  const approvedText = () => ({
    plan,
    planHash: only(trailers, "Plan-Hash", SHA256),
    approvedBy: only(trailers, "Approved-By", /./),
  });
  switch (word) {
    case "approved":
      return { kind: "approved", ...approvedText() };
    case "revised":
      return { kind: "revised", ...approvedText() };
    case "failed":
      return { kind: "failed", plan, planHash: only(trailers, "Plan-Hash", SHA256), ...quote };
    case "complete":
      return { kind: "complete", plan, planHash: only(trailers, "Plan-Hash", SHA256) };
    case "accepted": {
      const result = told.replace(/^task-\d+ — /, "");
      const receipt = only(trailers, "Receipt", SHA256);
      return { kind: "accepted", result, plan, ...stepFrom(trailers), receipt, ...quote };
    }
    default:
      return { kind: "dev", subject: told, plan, ...stepFrom(trailers), ...quote };
  }
}

function stepFrom(trailers: Trailers): Omit<OfStep, "plan"> {
  const contractHashes = trailers.get("Contract-Hash") ?? [];
  const odd = contractHashes.find((hash) => !SHA256.test(hash));
  if (odd !== undefined) throw new TrailerError(`its trailer Contract-Hash says \`${visibleText(odd)}\``);
  return {
    step: Number(only(trailers, "Step", COUNT)),
    attempt: Number(only(trailers, "Attempt", COUNT)),
    contractHashes,
    tree: only(trailers, "Tree", OBJECT_ID),
  };
}

const SHA256 = /^[0-9a-f]{64}$/;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const COUNT = /^(?:0|[1-9]\d{0,8})$/;

function only(trailers: Trailers, name: string, shape: RegExp): string {
  const [value, ...others] = trailers.get(name) ?? [];
  if (value === undefined) throw new TrailerError(`it has no trailer ${name}`);
  if (others.length > 0) throw new TrailerError(`it has more than one trailer ${name}`);
  if (!shape.test(value)) throw new TrailerError(`its trailer ${name} says \`${visibleText(value)}\``);
  return value;
}
