import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyThread } from "../../src/app/plans/verify-thread.ts";
import { openFileDesk } from "../../src/chat/file-desk.ts";
import type { AgentEvent } from "../../src/ports/agent.ts";
import type { PlanDesk } from "../../src/ports/plan-desk.ts";
import { folderState, pathsThatDiffer } from "../attack/system/folder-state.ts";
import { aPlannerUsing, type PlanningAgent } from "./a-planning-agent.ts";
import { BUILTIN_WIRES, wireNamed } from "./builtin-wires.ts";
import type { ExactUse } from "./model/script.ts";

// A model that plans two threads: it sets the topic, asks for a directory, writes, is told what is wrong, and mends it.

test.each(BUILTIN_WIRES)("$spec plans two threads and hands them in together", async ({ spec, variables }) => {
  const { agent, desk } = await atDesk(spec, variables);
  const before = [agent.place.state(), folderState(agent.personHome)] as const;
  const [own, other] = [() => folderOf(desk, 0), () => folderOf(desk, 1)];
  const events = await agent.tryAll([
    use("agentctl", () => ({ args: ["set-topic", "Add orders"] })),
    use("agentctl", () => ({ args: ["plan", "request-thread-dir"] })),
    // All in one answer: the commit comes after what was to be written before it.
    {
      do: "both",
      acts: [
        ...writes(own, "orders", "create-schema"),
        ...writes(other, "invoices", "Not Kebab"),
        use("agentctl", () => ({ args: ["plan", "commit"] })),
      ],
    },
    use("write_plan_file", () => ({ path: join(other(), "tasks/01-a.md"), content: task("print-invoice") })),
    use("agentctl", () => ({ args: ["plan", "commit"] })),
    use("read_file", () => ({ path: join(other(), "tasks/01-a.md") })),
    { do: "say", text: "Both are handed in." },
  ]);
  expect(endsOfTools(events)).toEqual([
    "done: runs agentctl set-topic Add orders",
    "done: runs agentctl plan request-thread-dir",
    ...Array(4).fill(expect.stringMatching(/^done: writes /)),
    "failed: runs agentctl plan commit",
    expect.stringMatching(/^done: writes /),
    "done: runs agentctl plan commit",
    expect.stringMatching(/^done: reads /),
  ]);
  const state = JSON.parse(readFileSync(join(agent.place.home, "threads/chat-1/threads.json"), "utf8"));
  expect(state.threads).toMatchObject([
    { id: "chat-1", topic: "Add orders", revisions: [expect.any(String)] },
    { requestedBy: "chat-1", revisions: [expect.any(String)] },
  ]);
  const outside = (path: string) => !/^home\/(?:plans|threads\/chat-1)(?:\/|$)/.test(path);
  expect(pathsThatDiffer(before[0], agent.place.state()).filter(outside)).toEqual([]);
  expect(pathsThatDiffer(before[1], folderState(agent.personHome))).toEqual([]);
});

test("hands see the directories as they are: a new one is open, a removed one is not, and nothing beside them", async () => {
  const { agent, desk } = await atDesk();
  let requested = "";
  const events = await agent.tryAll([
    use("write_plan_file", () => ({ path: join(folderOf(desk, 0), "plan.md"), content: "x\n" })),
    use("agentctl", () => ({ args: ["plan", "request-thread-dir"] })),
    use("write_plan_file", () => {
      requested = folderOf(desk, 1);
      return { path: join(requested, "plan.md"), content: "x\n" };
    }),
    use("agentctl", () => ({ args: ["plan", "remove-thread", "--thread-id", desk.folders()[1]?.thread ?? ""] })),
    use("write_plan_file", () => ({ path: join(requested, "plan.md"), content: "x\n" })),
    use("write_plan_file", () => ({ path: join(agent.place.home, "threads/chat-1/threads.json"), content: "x\n" })),
    use("read_file", () => ({ path: join(agent.place.home, "threads/chat-1/threads.json") })),
    use("agentctl", () => ({ args: ["plan", "remove-thread", "--thread-id", "chat-1"] })),
    { do: "say", text: "All is tried." },
  ]);
  expect(endsOfTools(events)).toEqual([
    expect.stringMatching(/^done: writes /),
    expect.stringMatching(/^done: runs agentctl/),
    expect.stringMatching(/^done: writes /),
    expect.stringMatching(/^done: runs agentctl/),
    expect.stringMatching(/^refused: writes /),
    expect.stringMatching(/^refused: writes /),
    expect.stringMatching(/^(?:refused|failed): reads /),
    expect.stringMatching(/^failed: runs agentctl/),
  ]);
  expect(existsSync(requested)).toBe(false);
});

test("links in a plan directory lead nowhere: nothing is handed in, and clearing takes only the links", async () => {
  const { agent, desk } = await atDesk();
  const secret = join(agent.personHome, "secret.md");
  writeFileSync(secret, "mine\n");
  symlinkSync(secret, join(folderOf(desk, 0), "plan.md"));
  symlinkSync(agent.personHome, join(folderOf(desk, 0), "tasks"));
  const before = folderState(agent.personHome);
  const events = await agent.tryAll([
    use("agentctl", () => ({ args: ["plan", "commit"] })),
    use("agentctl", () => ({ args: ["plan", "clear-current"] })),
    { do: "say", text: "All is tried." },
  ]);
  expect(endsOfTools(events)).toEqual(["failed: runs agentctl plan commit", "done: runs agentctl plan clear-current"]);
  expect(pathsThatDiffer(before, folderState(agent.personHome))).toEqual([]);
});

test("without a desk there is no agentctl", async () => {
  const { spec, variables } = wireNamed("anthropic");
  const agent = await aPlannerUsing(variables, spec);
  const events = await agent.tryAll([
    use("agentctl", () => ({ args: ["plan", "commit"] })),
    { do: "say", text: "It is tried." },
  ]);
  expect(endsOfTools(events)).toEqual(["refused: agentctl"]);
});

async function atDesk(
  spec = wireNamed("anthropic").spec,
  variables = wireNamed("anthropic").variables,
): Promise<{ agent: PlanningAgent; desk: PlanDesk }> {
  let desk: PlanDesk | undefined;
  const agent = await aPlannerUsing(variables, spec, async (home) => {
    const compile = async (folder: string, files: Parameters<typeof verifyThread>[1]) =>
      verifyThread(folder, files, process.cwd());
    desk = await openFileDesk({ home, thread: "chat-1", compile });
    return desk;
  });
  return { agent, desk: desk ?? expect.fail() };
}

const folderOf = (desk: PlanDesk, index: number): string => desk.folders()[index]?.path ?? expect.fail();

/** What it says is decided when it is said: nobody knows a directory before it is given. */
const use = (tool: string, input: () => Record<string, unknown>): ExactUse => ({
  do: "use",
  tool,
  get input() {
    return input();
  },
});

const writes = (folder: () => string, title: string, id: string): ExactUse[] => [
  use("write_plan_file", () => ({
    path: join(folder(), "plan.md"),
    content: `---\ntitle: "Add ${title}"\n---\n\nThey are kept in a table.\n`,
  })),
  use("write_plan_file", () => ({ path: join(folder(), "tasks/01-a.md"), content: task(id) })),
];

const task = (id: string): string => `---\nid: ${id}\ndepends_on: []\n---\n\nCreate it.\n`;

/** How each use of a tool ended, and what it was. */
const endsOfTools = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === "tool" && event.state !== "begun" ? [`${event.state}: ${event.told}`] : [],
  );
