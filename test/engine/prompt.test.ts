import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keysOf, type Worked } from "../../src/engine/state/outcome.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** What a worker is told about the place it works in and about its own work, read from its own standard error. */

const REPEAT = `prompt=$(cat)
printf '%s\\n' "$prompt" >&2
`;

test("a worker is told what it can count on, and gets no more than that", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { contract: "grep -q one one.txt", more: "**work_timeout:** 5m\n**subscriptions:**\n- topic:news" },
    ]),
    files: {
      "planwright.config.yaml": "workspace:\n  setup: mkdir -p deps\n  layers: [deps]\n",
      ".gitignore": "deps\n",
    },
    command: `${REPEAT}test "$(grep -c : /proc/net/dev)" = 1
echo x > deps/mine
(echo > .plan/mine) 2>&1 | grep -i "read-only" >&2
echo one > one.txt
echo "Wrote it."
`,
  });
  expect((await run.goOn()).halt).toBe("done");
  const told = run.printed("1/1/1");
  expect(told).toContain(
    "There is no network. What is installed is there. What you install besides is thrown away, unless the step changes the lockfile that names it. You have 5m.\n",
  );
  expect(told).toContain("`topic:news` says nothing yet.");
});

test("a worker that may use the network is told so", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt" }]),
    command: `${REPEAT}echo one > one.txt\n`,
  });
  mkdirSync(run.home, { recursive: true });
  writeFileSync(join(run.home, "policy.yaml"), "agent_network: host\n");
  expect((await run.goOn()).halt).toBe("done");
  const told = run.printed("1/1/1");
  expect(told).toContain("You have a network; the contract has none.");
  expect(told).toContain("besides is thrown away. You have 1h, and are stopped after 10m without output.");
});

test("a worker whose work a person wants changed hears that its contract had passed, and in its own place", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt" }]),
    mode: "interactive",
    command: `${REPEAT}git status --short >&2\necho one >> one.txt\necho "Wrote it."\n`,
  });
  await run.goOn();
  await run.answer("adjust", "twice, please");
  await run.goOn();
  const told = run.printed("1/1/2");
  expect(told).toContain(
    "What you did is in your folder (`git status`); go on from there. The contract passed on it.\n\nA person who looks after this plan says:\n\n```\ntwice, please\n```",
  );
  expect(told).toMatch(/^(?:\?\?|A ) one\.txt$/m);
  expect(told.match(/A person who looks after/g)).toHaveLength(1);
  expect(told).not.toContain("Previous attempt failed");
});

test("a worker that changed too much hears what it was, and not that its work is gone", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt", more: "\n**files:**\n- add: `one.txt`\n" }]),
    mode: "interactive",
    command: `${REPEAT}echo one > one.txt\necho b > a.txt\necho "Wrote it."\n`,
  });
  await run.goOn();
  expect((await run.question()).over).toBe("deviation");
  await run.answer("adjust", "leave a.txt alone");
  await run.goOn();
  expect(run.printed("1/1/1")).toContain("A change to any other file may stop the step");
  const told = run.printed("1/1/2");
  expect(told).toContain(
    "The harness stopped there, because of this:\n\n```\nthe contract passes, and the step also changes",
  );
  expect(told).not.toMatch(/Previous attempt failed|is not in your folder/);
});

test("what is too long to be told is cut, and the worker knows", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt", more: "**subscriptions:**\n- file:long.txt" }]),
    files: { "long.txt": `${"x".repeat(200_000)}12345`, "AGENTS.md": `${"y".repeat(65_536)}12345` },
    command: `${REPEAT}echo one > one.txt\n`,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/1")).toContain("xxx\n```\n\nIt goes on for another 5 characters.\n");
  expect(run.printed("1/1/1")).toContain("yyy\n\n(AGENTS.md goes on for another 5 characters.)\n```");
});

test("a topic belongs to its run, unless the configuration says that it lives longer", async () => {
  const run = await aHostedRun({
    plan: planWith([
      { task: "Choose.", contract: "test -s 1.txt", more: "**subscriptions:**\n- topic:choices\n- topic:releases" },
      { task: "Follow.", contract: "test -s 2.txt", more: "**subscriptions:**\n- topic:choices\n- topic:releases" },
    ]),
    files: { "planwright.config.yaml": "topics: [releases]\n" },
    command: `${REPEAT}case $prompt in *Choose*) echo 1 > 1.txt ;; *) echo 2 > 2.txt ;; esac\necho "The port is 8080."\n`,
  });
  const { id: repository } = run.run.repository;
  for (const topic of ["choices", "releases"]) {
    await run.store.topics.post({ repository, topic, key: "other-1/1/1", by: "other step 1", text: "Port 80." });
  }
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/1")).toContain("`topic:choices` says nothing yet.");
  const told = run.printed("2/1/1");
  const said = "words step 1: proven: test -s 1.txt\n\n> The port is 8080.";
  expect(told).toContain(`\`topic:choices\`:\n\n\`\`\`\n${said}\n\`\`\``);
  expect(told).toContain(`\`topic:releases\`:\n\n\`\`\`\nother step 1: Port 80.\n\n${said}\n\`\`\``);
});

test("the agent that worked is the one on record, whomever the step names", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt", more: "**agent:** codex" }]),
    command: "echo one > one.txt\n",
  });
  expect((await run.goOn()).halt).toBe("done");
  const key = keysOf({ step: "1", attempt: 1, leg: 1 }).worked;
  const worked = await run.store.journal.find<Worked>(run.run.id, key);
  expect(worked).toMatchObject({ agent: "agent.sh", item: { agent_id: "agent.sh" } });
});
