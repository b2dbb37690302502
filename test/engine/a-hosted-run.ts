import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parseAgent } from "../../src/app/agents/choose-driver.ts";
import { startRun } from "../../src/app/approving/start-run.ts";
import type { Agents } from "../../src/app/hosting/carry-out-here.ts";
import { goOn, type Standing } from "../../src/app/hosting/go-on.ts";
import { openRepository } from "../../src/app/opening/open-repository.ts";
import { openScene } from "../../src/app/opening/scene.ts";
import { planToRun } from "../../src/app/plans/plan-to-run.ts";
import { answer } from "../../src/engine/questions/answer.ts";
import { takeUp } from "../../src/engine/questions/orders.ts";
import type { Mode } from "../../src/plan/words.ts";
import type { Store } from "../../src/ports/store.ts";
import type { AnswerValue, Question } from "../../src/record/question.ts";
import type { AgentChoice, AttemptKey, Run } from "../../src/record/run.ts";
import type { RunEvent } from "../../src/record/run-event.ts";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { openStore } from "../../src/store/open-store.ts";
import { gitIn, write } from "../a-checkout.ts";
import { tempFolder } from "../temp-folder.ts";

/** A plan that is approved in a repository of its own and carried out in this process. */
export type HostedRun = {
  /** Holds `repository`, `home`, and the agent; all of it goes with the test. */
  place: string;
  top: string;
  home: string;
  run: Run;
  store: Store;
  /** Carries the run out until it needs a person or is over. `onPrinted` hears what the agent prints, as it comes. */
  goOn(onPrinted?: (text: string, stop: AbortController) => void): Promise<Standing>;
  /** Answers the only question that waits. */
  answer(value: AnswerValue, note?: string): Promise<Question>;
  question(): Promise<Question>;
  /** After a pause, or when the plan has failed. */
  takeUp(): Promise<void>;
  events(): Promise<RunEvent[]>;
  /** What happened, a line for each event that a step or the plan moves by. */
  happened(): Promise<string[]>;
  /** What the agent printed in one leg of an attempt. */
  printed(attempt: string): string;
  git(...args: string[]): string;
  branches(): string[];
};

export type HostedScene = {
  plan: string;
  files?: Readonly<Record<string, string>>;
  /** A YAML script, or a shell script: one of the two. */
  script?: string;
  command?: string;
  /** A shell script that answers as the planner. */
  planner?: string;
  /** Where the plan lies, if not in `plan.md`. */
  at?: string;
  mode?: Mode;
  /** Who works and judges, for a test that brings an agent of its own. */
  agents?: Agents;
};

export async function aHostedRun(scene: HostedScene): Promise<HostedRun> {
  const place = tempFolder();
  const top = join(place, "repository");
  makeRepository(top, { "plan.md": scene.plan, "a.txt": "a\n", ...scene.files });
  const spec = writeAgent(place, scene);
  const home = join(place, "home");
  process.env.PLANWRIGHT_HOME = home;
  const store = await aSharedStore();
  const run = await approve(store, place, scene, spec);

  const printed = new Map<string, string>();
  const carryOn: HostedRun["goOn"] = async (onPrinted = () => {}) => {
    const stop = new AbortController();
    const onlooker = {
      event() {},
      doing() {},
      tool() {},
      line() {},
      output({ step, attempt, leg }: Omit<AttemptKey, "run">, bytes: Uint8Array) {
        const key = `${step}/${attempt}/${leg}`;
        const text = Buffer.from(bytes).toString();
        printed.set(key, `${printed.get(key) ?? ""}${text}`);
        onPrinted(text, stop);
      },
    };
    const going = { version: "0.0.0", signal: stop.signal, onlooker, after: 0 };
    // As a command does it.
    const where = openScene(top);
    try {
      const how = scene.agents === undefined ? going : { ...going, agents: scene.agents };
      return await goOn(where, { run, store }, how);
    } finally {
      await where.close();
    }
  };
  const events = () => store.journal.read(run.id, 0);
  const question = async (): Promise<Question> => {
    const open = await store.inbox.open({ run: run.id });
    const [only] = open;
    if (!only || open.length > 1) throw new Error(`${open.length} questions wait`);
    return only;
  };
  return {
    ...{ place, top, home, run, store, events, question },
    goOn: carryOn,
    answer: async (value, note = "") =>
      answer(store.journal, run.id, (await question()).id, { value, note, by: "Ann" }),
    takeUp: () => takeUp(store.journal, run, "Ann"),
    happened: async () => (await events()).flatMap(inOneLine),
    printed: (attempt) => printed.get(attempt) ?? "",
    git: (...args) => gitIn(top, ...args),
    branches: () => gitIn(top, "branch", "--format=%(refname:short)").split("\n"),
  };
}

export function makeRepository(top: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  write(top, files);
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base");
}

/** The agent lies beside the repository. A script that says nothing about a step fails there. */
export function writeAgent(place: string, { script, command }: Pick<HostedScene, "script" | "command">): string {
  if (command === undefined) {
    write(place, { "agent.yaml": script ?? "steps: {}\n" });
    return "scripted:agent.yaml";
  }
  return writeScript(place, "agent.sh", command);
}

function writeScript(place: string, name: string, script: string): string {
  write(place, { [name]: `#!/usr/bin/env bash\nset -eu\n${script}` });
  chmodSync(join(place, name), 0o755);
  return `command:./${name}`;
}

function chosen(spec: string): AgentChoice {
  const agent = parseAgent(spec);
  if ("problem" in agent) throw new Error(agent.problem);
  return agent;
}

async function approve(store: Store, place: string, scene: HostedScene, spec: string): Promise<Run> {
  const top = join(place, "repository");
  const agent = chosen(spec);
  const planner =
    scene.planner === undefined
      ? null
      : chosen(writeScript(place, "planner.sh", scene.planner).replace("./", `${place}/`));
  const mode = scene.mode ?? "autonomous";
  const opened = await openRepository(top);
  try {
    const approval = { by: "Ann", via: "command-line" } as const;
    const plan = planToRun(join(top, scene.at ?? "plan.md"));
    return await startRun(opened, store, plan, {
      approval,
      mode,
      agent,
      agents: {},
      planner,
      from: place,
      inPlace: false,
    });
  } finally {
    opened.git.objects.close();
  }
}

/** All tests of a file share one database, whose tables are made once. */
let database: ReturnType<typeof aDatabase> | undefined;

async function aSharedStore(): Promise<Store> {
  database ??= aDatabase();
  const store = await openStore((await database).url);
  onTestFinished(() => store.close());
  return store;
}

function inOneLine(event: RunEvent): string[] {
  switch (event.type) {
    case "attempt-started":
      return [`${event.step}: attempt ${event.attempt}${event.leg > 1 ? ` goes on (${event.leg})` : ""}`];
    case "attempt-passed":
      return [`${event.step}: passed`];
    case "attempt-failed":
      return [`${event.step}: failed, ${event.reason}`];
    case "attempt-held":
      return [`${event.step}: held, ${event.over}`];
    case "attempt-interrupted":
      return [`${event.step}: interrupted, ${event.why}`];
    case "triaged":
      return event.by === "default" ? [] : [`${event.step}: triaged, class ${event.class}`];
    case "reviewed":
      return [`${event.step}: reviewed`];
    case "proposal-refused":
      return [`${event.step}: refused, ${event.about}`];
    case "expanded":
      return [`${event.step}: expanded`];
    case "revised":
      return [`${event.step ?? "plan"}: revised`];
    case "asked":
      return [`${event.step ?? "plan"}: asked, ${event.question.over}`];
    case "answered":
      return [`${event.step ?? "plan"}: answered, ${event.value}`];
    case "step-accepted":
      return [`${event.step}: accepted${event.byEye === null ? "" : ` by ${event.byEye}`}`];
    case "step-skipped":
      return [`${event.step}: skipped`];
    case "step-retried":
      return [`${event.step}: begins anew`];
    case "completed":
    case "failed":
    case "paused":
    case "resumed":
    case "cancelled":
      return [event.type];
    default:
      return [];
  }
}

/** A plan in the steps dialect, from what stands in each step. */
export const planWith = (steps: readonly StepText[], head = ""): string =>
  `---\ntype: plan\n---\n\n# Words\n\n${head}## Steps\n${steps.map(stepText).join("")}`;

export type StepText = {
  task?: string;
  /** None for a step that nobody but a person judges. */
  contract?: string;
  /** Lines such as `**on_fail:** abort`, below the contract. */
  more?: string;
  heading?: string;
};

const stepText = ({ task = "Do it.", contract, more = "", heading }: StepText, index: number): string => `
### ${heading ?? `${index + 1}. Step ${index + 1}`}

**task:**
${task}
${contract === undefined ? "" : `\n**contract:**\n\`\`\`shell\n${contract}\n\`\`\`\nexit_code == 0\n`}${more && `${more}\n`}`;
