import { planOf, type Scene } from "../a-run.ts";

/** The smallest step there is, for attacks that are about everything but the work. */
export const HONEST = "echo 42 > answer.txt";

const STEP = { title: "Answer", task: "Write 42 to `answer.txt`.", contract: "grep -qx 42 answer.txt" };

export const answerScene = (files: Scene["files"] = {}, extra = "", areas: readonly string[] = []): Scene => ({
  files: { "answer.txt": "41\n", ...files },
  plan: planOf({ ...STEP, extra }).replace("## Steps", `${areaSection(areas)}## Steps`),
});

const areaSection = (areas: readonly string[]): string =>
  areas.length === 0 ? "" : `## Protected Areas\n\n${areas.map((path) => `- Area: \`${path}\`\n`).join("")}\n`;

/** What the contract says while nobody has written the answer. */
export const NOT_ANSWERED = ["failing: exit status 1, and nothing printed by `grep -qx 42 answer.txt`"];
