import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { planwright } from "../../cli.ts";
import { personState } from "../../person-state.ts";
import { tempFolder } from "../../temp-folder.ts";
import { gitIn, makeRepository, write } from "../a-run.ts";
import { inNode } from "../lies/numbers.ts";
import { leftOvers } from "../system/nothing-left.ts";

/** An agent that does not do what its step says, carried out by the whole of Planwright. */
export type Lie = {
  /** The agent, in bash. It begins in its copy of a project whose `double` does not double. */
  agent: string;
  /** Lines of the step besides its task and contract. */
  step?: string;
  /** Lines under the plan's title. */
  head?: string;
  contract?: string;
  files?: Readonly<Record<string, string>>;
};

export type Told = {
  status: number | null;
  stdout: string;
  stderr: string;
  events: { type: string; over?: string; reason?: string; question?: { over: string; context: string[] } }[];
  top: string;
  git(...args: string[]): string;
};

/** Lets an agent lie, and sees that nothing of the person's was touched and nothing of the agent is left. */
export async function told(home: string, lie: Lie, flags: readonly string[] = ["--json"]): Promise<Told> {
  const place = tempFolder();
  const top = join(place, "repository");
  makeRepository(top, { files: { ...inNode.files, "plan.md": planOf(lie), ...lie.files } });
  write(place, { "agent.sh": `#!/usr/bin/env bash\n${lie.agent}\n` });
  chmodSync(join(place, "agent.sh"), 0o755);
  const before = personState(top);
  const args = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../agent.sh", ...flags];
  const { status, stdout, stderr } = planwright(args, top, { PLANWRIGHT_HOME: home });
  expect(personState(top), "the person's repository").toEqual(before);
  await expect.poll(() => leftOvers(place), { message: "left behind", timeout: 5000 }).toEqual([]);
  const events = flags.includes("--json")
    ? stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  return { status, stdout, stderr, events, top, git: (...words) => gitIn(top, ...words).trim() };
}

/** What the branch says: nothing but the approval, when nothing was accepted. */
export const subjects = ({ git }: Told): string[] =>
  git("log", "--format=%s", "--reverse", "main..plan/double").split("\n");

/** What became of the attempts, and what is asked. */
export const outcome = ({ events }: Told): string[] =>
  events.flatMap(({ type, over, reason, question }) => {
    if (type === "attempt-failed") return [`failed, ${reason}`];
    if (type === "attempt-held") return [`held, ${over}`];
    if (type === "asked") return [`asked, ${question?.over}`];
    return /^(?:attempt-passed|step-accepted|completed|failed)$/.test(type) ? [type] : [];
  });

const planOf = ({ step = "**on_fail:** escalate", head = "", contract = "npm test" }: Lie): string => `---
type: plan
---

# Double

${head}
## Steps

### 1. Double

**task:**
Make \`double\` in \`src/double.js\` double its number.

**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
${step}
`;
