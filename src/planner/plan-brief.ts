import type { Plan, Step } from "../plan/model.ts";
import { fenced } from "../std/fenced.ts";

/** Finished steps in one line each, and nothing that was only said on the way: for when there is no room for more. */
export type Length = "whole" | "compressed";

/** A plan as its planner gets to read it. What, decisions and protected areas are always there word for word. */
export function planBrief(plan: Plan, length: Length): string {
  const { title, what, architecture, how, protectedAreas, steps } = plan;
  const areas = protectedAreas.map(({ name, paths }) => `- ${name}${paths.length > 0 ? ` (${paths.join(", ")})` : ""}`);
  return [
    `# The plan: ${title}`,
    section("What", what),
    ...(architecture === undefined ? [] : [section("Architecture & Design Decisions", architecture)]),
    ...(how === undefined ? [] : [section("How", how)]),
    ...(areas.length === 0 ? [] : [`## Protected Areas\n\n${areas.join("\n")}`]),
    ...steps.map((step) => stepBrief(step, length)),
  ].join("\n\n");
}

function stepBrief(step: Step, length: Length): string {
  const { id, title, status, result, what, how, contracts } = step;
  const heading = `## Step \`${id}\`: ${title} (${status}${result === undefined ? "" : `: ${result}`})`;
  if (status === "done" && length === "compressed") return heading;
  return [
    heading,
    section("What", what, "###"),
    ...(how === undefined ? [] : [section("How", how, "###")]),
    ...contracts.map(({ command }) => `### Contract\n\n${fenced(command, "shell")}`),
  ].join("\n\n");
}

const section = (name: string, text: string, marks = "##"): string => `${marks} ${name}\n\n${fenced(text, "markdown")}`;
