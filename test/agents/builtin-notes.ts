import { join } from "node:path";
import type { Scene } from "./model/script.ts";

/** A plan of as many notes, each of which is a step. */
export const notesPlan = (count: number, { workTimeout = "3 minutes", contract = "test -s", head = "" } = {}): string =>
  [
    `---\ntype: plan\n---\n\n# Notes\n\n${head}**Protected areas:**\n- Prices: \`prices.mjs\`\n\n## Steps`,
    ...Array.from({ length: count }, (_, index) => index + 1).map(
      (number) => `### ${number}. Add note ${number}

**task:**
Add NOTE-${number}.md, which says what note ${number} is about.

**contract:**
\`\`\`shell
${contract} NOTE-${number}.md
\`\`\`
exit_code == 0
**work_timeout:** ${workTimeout}
**on_fail:** abort`,
    ),
  ].join("\n\n");

/** The words by which a model knows the step of a note. */
export const noteStep = (number: number): string => `# The step: Add note ${number}\n`;

/** What a model does about each of them, for an agent that works at `top`: it looks around, writes the note and looks at it. */
export const notesScript = (count: number, top = ""): Scene[] =>
  Array.from({ length: count }, (_, index) => index + 1).map((number) => ({
    when: [noteStep(number)],
    acts: [
      { do: "run", command: "ls" },
      { do: "write", path: join(top, `NOTE-${number}.md`), text: `Note ${number}.\n` },
      { do: "read", path: join(top, `NOTE-${number}.md`) },
      { do: "say", text: `Add note ${number}.` },
    ],
  }));
