import type { Step } from "../plan/model.ts";
import type { Chapter } from "./chapters.ts";
import { spoken } from "./scenario.ts";

/** How a step came to its end without any trouble. */
export type Smooth = "proven" | "looked-at" | "by-eye" | "allowed";

/** Null for a chapter in which anything else happened than an attempt that was accepted. */
export function smoothnessOf({ step, events }: Chapter): Smooth | null {
  const accepted = events.find(({ type }) => type === "step-accepted");
  if (step === null || accepted?.type !== "step-accepted" || accepted.attempt > 1) return null;
  if (accepted.outcome === "unproven" || accepted.outcome === "unchanged") return null;
  if (events.some(({ type }) => type === "attempt-failed" || type === "attempt-interrupted")) return null;
  const asked = events.flatMap((event) => (event.type === "asked" ? [event.question.over] : []));
  if (asked.some((over) => over !== "checkpoint" && over !== "by-eye" && over !== "no-contract")) return null;
  if (asked.includes("no-contract")) return "allowed";
  if (asked.includes("by-eye")) return "by-eye";
  return asked.includes("checkpoint") ? "looked-at" : "proven";
}

/** One sentence for steps that went the same way, one after the other. */
export function smoothly(steps: readonly Step[], how: Smooth): string {
  const [first] = steps;
  if (first === undefined) return "";
  return steps.length === 1 ? `${titled(first)}: ${ONE[how]}` : `${listed(steps)}: ${MANY[how]}`;
}

const ONE: Record<Smooth, string> = {
  proven: "proven and accepted at the first attempt",
  "looked-at": "its contract passes at the first attempt; you look at the work and accept it",
  "by-eye": "it has no contract; you look at the work and accept it by eye",
  allowed: "it has no contract and asks before it starts; you agree, look at the work and accept it by eye",
};

const MANY: Record<Smooth, string> = {
  proven: "each proven and accepted at the first attempt",
  "looked-at": "each contract passes at the first attempt; you look at the work and accept it, step by step",
  "by-eye": "none has a contract; you look at the work and accept it by eye, step by step",
  allowed:
    "none has a contract, and each asks before it starts; you agree, look at the work and accept it by eye, step by step",
};

/** `step 2, Write the fix`. */
export const titled = (step: Step): string => `${spoken(step)}, ${shortened(step.title)}`;

/** Some titles are whole paragraphs. */
const shortened = (title: string): string =>
  title.length <= LONGEST ? title : `${title.slice(0, LONGEST - 1).replace(/\s+\S*$/, "")}…`;

const LONGEST = 72;

/** `step 2`, `steps 2 and 3`, `steps 2 to 5`, in the order in which they are given. */
export function listed(steps: readonly Step[]): string {
  const names = steps.map(({ number, template }) => template ?? String(number));
  const last = names.at(-1) ?? "";
  if (names.length < 2) return `step ${last}`;
  const isRow = steps.every(({ number }, at) => number === (steps[0]?.number ?? 0) + at);
  if (isRow && names.length > 2) return `steps ${names[0]} to ${last}`;
  return `steps ${names.slice(0, -1).join(", ")} and ${last}`;
}
