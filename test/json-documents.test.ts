import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "../src/cli/program.ts";
import { gitIn, write } from "./a-checkout.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const PLAN = `---
type: plan
status: draft
owner: me
---

# Words

## Steps

### 1. Write one

**target:** coder

**task:**
Write one.

**contract:**
\`\`\`shell
test -e a.txt
\`\`\`
exit_code == 0
`;

/** How each command is asked that lists something and needs no run; null where only a run has something to list. */
const ASKED: Readonly<Record<string, readonly string[] | null>> = {
  init: [],
  doctor: [],
  verify: ["plan.md"],
  explain: [],
  compare: ["plan.md", "plan.md"],
  check: ["plan.md"],
  rehearse: null,
  run: null,
  do: null,
  approve: null,
  resume: null,
  revise: null,
  status: [],
  watch: null,
  log: null,
  show: null,
  cost: [],
  inbox: [],
  answer: null,
  "signers list": [],
  "topic list": [],
  "topic read": ["news"],
  undo: null,
  receipts: [],
  audit: null,
  merge: null,
  pr: null,
  clean: ["--dry-run"],
};

const withJson = (command: Command, path = ""): string[] => [
  ...(command.options.some(({ long }) => long === "--json") ? [path] : []),
  ...command.commands.flatMap((each) => withJson(each, `${path} ${each.name()}`.trim())),
];

test("every command that speaks JSON is looked at here", async () => {
  expect(withJson(await program([], () => {})).sort()).toEqual(Object.keys(ASKED).sort());
});

test.each(Object.entries(ASKED).filter(([, words]) => words !== null))(
  "%s --json prints one document that says its version",
  (name, words) => {
    const folder = tempFolder();
    gitIn(folder, "init", "-q", "-b", "main");
    write(folder, { "plan.md": PLAN, "a.txt": "a" });
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", "base");
    const env = { PLANWRIGHT_HOME: tempFolder() };
    const { stdout } = planwright([...name.split(" "), ...(words ?? []), "--json"], folder, env);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1 });
    expect(Object.keys(JSON.parse(stdout)).length).toBeGreaterThan(1);
  },
);
