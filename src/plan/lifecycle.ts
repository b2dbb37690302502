import { PLAN_STATUSES, type PlanStatus } from "./words.ts";

/** Who moves a plan. `policy` is the standing order outside the repository that approves verified plans. */
export type Actor = "person" | "planner" | "engine" | "policy";

export type MoveName =
  | "verify"
  | "approve"
  | "start"
  | "complete"
  | "fail"
  | "resume"
  | "unverify"
  | "reject"
  | "revise";

export type Move = { name: MoveName; to: PlanStatus };
export type Moved = ({ ok: true } & Move) | { ok: false; message: string };

/** The move from one status to another, or why this actor cannot make it. */
export function move(from: PlanStatus, to: PlanStatus, by: Actor): Moved {
  const allowed = allowedMoves(from, by).find((candidate) => candidate.to === to);
  return allowed ? { ok: true, ...allowed } : { ok: false, message: refusal(from, `to ${to}`, by) };
}

/** A person sends a verified plan back; the reason reaches the planner, so there has to be one. */
export function reject(from: PlanStatus, by: Actor, reason: string): Moved {
  if (from !== "verified" || by !== "person") return { ok: false, message: refusal(from, "back with a reason", by) };
  if (reason.trim() === "") return { ok: false, message: "say why the plan is rejected: the planner works from it" };
  return { ok: true, name: "reject", to: "draft" };
}

export function allowedMoves(from: PlanStatus, by: Actor): Move[] {
  return MOVES.filter((row) => row.from.includes(from) && row.by.includes(by)).map(({ name, to }) => ({ name, to }));
}

type Row = Move & { from: readonly PlanStatus[]; by: readonly Actor[] };

const MOVES: readonly Row[] = [
  { name: "verify", from: ["draft"], to: "verified", by: ["engine"] },
  { name: "approve", from: ["verified"], to: "approved", by: ["person", "policy"] },
  { name: "start", from: ["approved"], to: "in-progress", by: ["engine"] },
  { name: "complete", from: ["in-progress"], to: "done", by: ["engine"] },
  { name: "fail", from: ["in-progress"], to: "failed", by: ["engine"] },
  { name: "resume", from: ["failed"], to: "in-progress", by: ["engine"] },
  // The plan is the same, the repository is not: what verified yesterday does not today.
  { name: "unverify", from: ["verified"], to: "draft", by: ["engine"] },
  { name: "revise", from: PLAN_STATUSES, to: "draft", by: ["person", "planner"] },
];

const ACTORS: readonly Actor[] = ["person", "planner", "engine", "policy"];

function refusal(from: PlanStatus, wish: string, by: Actor): string {
  const own = allowedMoves(from, by);
  const refused = `the ${by} cannot move a plan that is ${from} ${wish}`;
  if (own.length > 0) return `${refused}; from there the ${by} can ${inWords(own)}`;
  const others = ACTORS.filter((actor) => allowedMoves(from, actor).length > 0);
  return `${refused}, nor anywhere else; ${others.map((actor) => `the ${actor} can ${inWords(allowedMoves(from, actor))}`).join(", ")}`;
}

const inWords = (moves: readonly Move[]): string => moves.map(({ name, to }) => `${name} it (→ ${to})`).join(" or ");
