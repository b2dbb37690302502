import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aPerson } from "../../src/agents/known/a-person.testkit.ts";
import { aHost, aJob, endOf, eventsOf, outputOf, worked } from "../../src/agents/session/a-session.testkit.ts";
import { builtinDriver } from "../../src/builtin/builtin-driver.ts";
import type { AgentDriver } from "../../src/ports/agent.ts";
import { openSandbox } from "../../src/sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../src/sandbox/sandbox.testsuite.ts";
import { tempFolder } from "../temp-folder.ts";
import { wantingOneNote } from "./builtin-at-work.ts";
import { BUILTIN_WIRES, type BuiltinWire, wireNamed } from "./builtin-wires.ts";
import { happened } from "./carried-out.ts";
import { filesWith } from "./files-with.ts";
import type { Act, Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { runPlan } from "./one-note.ts";
import { ownHome } from "./own-home.ts";
import { NO_BUILTIN } from "./the-agents.ts";

// What `src/agents/session/driver.testsuite.ts` demands of every driver about further turns, and how the built-in agent does it.

const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

const home = ownHome();

const KEY = "key-of-the-person";

async function aScene({ spec, variables }: BuiltinWire, acts: readonly Act[] = [RECALL]): Promise<Scene> {
  const script: Script = [
    { when: ["What was the word?"], acts: [RECALL] },
    { when: ["The word is"], acts },
  ];
  const model = await startModelServer(script);
  onTestFinished(() => model.close());
  const [tree, kept] = [tempFolder(), tempFolder()];
  const person = aPerson({ ...variables(model.port, KEY) });
  const driver = (): AgentDriver =>
    builtinDriver(spec.replace("builtin:", ""), { cwd: tree, search: [], tree, person, builtin: NO_BUILTIN });
  return { model, tree, kept, driver };
}

type Scene = { model: ModelServer; tree: string; kept: string; driver(): AgentDriver };

const RECALL = { do: "recall", words: "The word is" } as const;

const inSession = async ({ driver, tree, kept }: Scene, prompt: string, leg: number, resume?: string) => {
  const opened = driver();
  return worked(opened, aHost(shared.sandbox, opened, tree, { kept }), aJob({ leg }, 1, resume), prompt);
};

test.each(BUILTIN_WIRES)("$spec knows in its second turn what only the first has said", async (wire) => {
  const scene = await aScene(wire);
  const driver = scene.driver();
  const session = await driver.open(aJob(), aHost(shared.sandbox, driver, scene.tree), new AbortController().signal);
  const first = await eventsOf(session, "The word is heron.");
  const second = await eventsOf(session, "What was the word?");
  await session.close();
  expect(endOf(first).text).toBe("The word is heron.");
  expect(endOf(second).text).toBe("The word is heron.");
  expectOneConversation(scene.model);
});

test.each(BUILTIN_WIRES)("$spec goes on in another session, after a question too", async (wire) => {
  const asking: Act[] = [
    {
      do: "both",
      acts: [
        { do: "say", text: "Hm." },
        use("read_file", { path: "a.txt" }),
        use("ask_person", { question: "Which?" }),
      ],
    },
  ];
  const scene = await aScene(wire, asking);
  const first = await inSession(scene, "The word is heron.", 1);
  expect(first.end).toMatchObject({ reason: "asked", question: "Which?", resume: "messages" });
  const second = await inSession(scene, "What was the word?", 2, first.end.resume);
  expect(outputOf(second.events)).toContain("The word is heron.");
  expectOneConversation(scene.model);
  expect((await inSession(scene, "What was the word?", 3)).end.text).toBe("I know nothing of it.");
});

test("what is kept holds no key, and the agent's own programs see none of it", async () => {
  const scene = await aScene(wireNamed("anthropic"));
  await inSession(scene, "The word is heron.", 1);
  expect(readdirSync(scene.kept).sort()).toEqual(["conversation.json", "home", "messages.json"]);
  expect(readdirSync(join(scene.kept, "home"))).toEqual([]);
  expect(filesWith(KEY, scene.kept)).toEqual([]);
  expect(filesWith("heron", scene.kept)).toHaveLength(2);
});

test("a worker that asked goes on in the process of the answer with what it knew", async () => {
  const wire = wireNamed("anthropic");
  const person = await wantingOneNote(wire, {
    home,
    acts: [
      use("ask_person", { question: "What about?" }),
      { do: "write", path: "NOTE-1.md", text: "Herons.\n" },
      { do: "say", text: "Add note 1." },
    ],
  });
  expect((await runPlan(person, wire.spec)).status).toBe(3);
  // A model that is told the step anew would ask anew.
  const { status, stdout, stderr } = await person.planwright([
    ...["answer", "notes", "continue", "--note", "Herons.", "--continue", "--json"],
  ]);
  expect(status, stderr).toBe(0);
  expect(happened(stdout)).toContain("1: passed");
  expectOneConversation(person.model);
  expect(JSON.stringify(person.model.asked.at(-1)?.body)).toContain("Herons.");
});

test("another model is told it as text", async () => {
  const scene = await aScene(wireNamed("anthropic"));
  const { end } = await inSession(scene, "The word is heron.", 1);
  const opened = builtinDriver("anthropic/claude-opus-4-5", {
    ...{ cwd: scene.tree, search: [], tree: scene.tree, builtin: NO_BUILTIN },
    person: aPerson(wireNamed("anthropic").variables(scene.model.port, KEY)),
  });
  const second = await inSession({ ...scene, driver: () => opened }, "What was the word?", 2, end.resume);
  expect(second.end.text).toContain("The word is heron.");
  expect(JSON.stringify(scene.model.asked.at(-1)?.body)).toContain("This conversation has begun before");
});

const use = (tool: string, input: Readonly<Record<string, string>>) => ({ do: "use", tool, input }) as const;

/** Each request begins with what was said before it, and nothing is told again. */
function expectOneConversation({ asked }: ModelServer): void {
  const turns = asked.map(({ heard }) => heard.turns.filter(({ by }) => by !== "tool").map(({ text }) => text));
  for (const [index, each] of turns.slice(1).entries()) {
    expect(each.slice(0, turns[index]?.length)).toEqual(turns[index]);
  }
  expect(JSON.stringify(asked.at(-1)?.body)).not.toContain("This conversation has begun before");
}
