import { aHostedRun, type HostedRun, type HostedScene } from "./a-hosted-run.ts";

/** A plan folder of two tasks, each of which wants its word in a file of that name. What a test is about, it says itself. */
export type TwoTasks = {
  /** Lines of the overview's frontmatter. */
  settings?: string;
  /** Further sections of the overview, before the Task List. */
  more?: string;
  how?: (word: string) => string;
};

export const SECTIONS = {
  What: "Two words in two files.\n",
  "Architecture & Design Decisions": "- Files are plain text.\n",
  How: "One task for each word.\n",
  "Protected Areas": "- Law: `law/`\n",
};

/** The files of such a plan, by their paths in its folder. */
export function twoTasks({ settings = "mode: interactive", more = "", how = () => "With a shell." }: TwoTasks = {}) {
  const sections = Object.entries(SECTIONS).map(([name, text]) => `## ${name}\n\n${text}\n`);
  return {
    "overview.md": `---
${settings}
---

# Words

${sections.join("")}${more}## Task List

| # | Task File | Status | Result |
|---|---|---|---|
| 1 | task-01.md | pending | — |
| 2 | task-02.md | pending | — |
`,
    "task-01.md": task("one", how),
    "task-02.md": task("two", how),
  };
}

const task = (word: string, how: (word: string) => string): string => `---
status: pending
fail-count: 0
---

## What

Write the word ${word} into ${word}.txt.

## How

${how(word)}

## Files to Add

- \`${word}.txt\` — the word

## Verification

Accepts when: the word is in its file
Command: \`grep -q ${word} ${word}.txt\`
Expected: it is found
`;

/** Does what its task wants; repeats to whoever watches the lines of its prompt that say so. */
const WORKER = `prompt=$(cat)
word=one; case $prompt in *"word two"*) word=two ;; esac
printf '%s\\n' "$prompt" | grep -F 'shout' >&2 || true
echo $word > $word.txt
echo "Wrote $word."
`;

export function aTwoTaskRun(tasks: TwoTasks, scene: Partial<HostedScene> = {}): Promise<HostedRun> {
  const files = Object.fromEntries(Object.entries(twoTasks(tasks)).map(([path, text]) => [`.plan/${path}`, text]));
  return aHostedRun({ plan: "", at: ".plan", files, command: WORKER, ...scene });
}

/** A planner that says this to the work on the first task, and nothing to all else. */
export const sayingToFirst = (answer: string): string =>
  `case $(cat) in *"contract: step \\\`task-01"*) echo '${answer}' ;; *) echo '{"told": "fine"}' ;; esac\n`;

/** What happened to one task. */
export const happenedIn = async (run: HostedRun, step: string): Promise<string[]> =>
  (await run.happened()).filter((line) => line.startsWith(`${step}: `)).map((line) => line.slice(step.length + 2));
