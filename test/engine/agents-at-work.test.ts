import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

test("an agent reaches the hosts that the person has listed, and is told about, and asks in vain for others", async () => {
  const port = await aServer("from the machine");
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q machine one.txt" }]),
    command: `cat > /dev/stderr
curl -sS --max-time 10 http://127.0.0.1:${port}/ > one.txt
curl -sS --max-time 10 https://elsewhere.example/ >&2 || echo "refused with $?" >&2
curl -sS --max-time 10 https://elsewhere.example/again >&2 || true
echo Fetched it.
`,
  });
  mkdirSync(run.home, { recursive: true });
  writeFileSync(join(run.home, "policy.yaml"), `agent_hosts: ["127.0.0.1:${port}"]\n`);
  expect((await run.goOn()).halt).toBe("done");
  const told = run.printed("1/1/1");
  expect(told).toContain(`You and what you run can reach 127.0.0.1:${port} and nobody else`);
  expect(told).toContain("refused with 56");
  const refused = (await run.events()).filter(({ type }) => type === "host-refused");
  expect(refused).toMatchObject([{ step: "1", attempt: 1, leg: 1, host: "elsewhere.example:443" }]);
});

test("an agent that may reach nobody and fails is told who could have let it", async () => {
  const run = await aHostedRun({
    plan: planWith([{ contract: "true" }], "on_fail: abort\n"),
    command: "cat > /dev/null\necho no model >&2\nexit 1\n",
  });
  await run.goOn();
  const [ended] = (await run.events()).filter((event) => event.type === "worker-ended");
  expect(ended).toMatchObject({ text: expect.stringMatching(/no model.*agent_hosts.*policy\.yaml/) });
});

test("what agents leave for themselves reaches no commit, unless the plan names it", async () => {
  const leave =
    "mkdir -p .claude .codex/log sub/.claude; echo {} | tee .claude/x .codex/log/y sub/.claude/z > /dev/null\n";
  const run = await aHostedRun({
    plan: planWith([{ contract: "grep -q one one.txt && test ! -e .claude" }]),
    command: `cat > /dev/null\n${leave}echo one > one.txt\necho Wrote it.\n`,
  });
  expect((await run.goOn()).halt).toBe("done");
  const files = run.git("ls-tree", "-r", "--name-only", "plan/words").split("\n");
  expect(files).toContain("one.txt");
  expect(files).toContain("sub/.claude/z");
  expect(files.filter((path) => /^\.(?:claude|codex)/.test(path))).toEqual([]);
});

test("each step has the agent that it names, its role's, or the one for everything", () => {
  const plan = stepsPlan([
    { contract: "grep -qx all 1.txt" },
    { contract: "grep -qx tests 2.txt", more: "**target:** tester\n" },
    { contract: "grep -qx own 3.txt", more: "**agent:** command:../own.sh\n" },
  ]);
  const writing = (word: string) =>
    `n=$(ls *.txt 2>/dev/null | wc -l)\ncat > /dev/null\necho ${word} > $((n + 1)).txt\necho Wrote it.\n`;
  const config = "agent: command:../all.sh\nroles:\n  tester:\n    agent: command:../tests.sh\n";
  const { run, git } = aPlanRun({
    files: { "plan.md": plan, "planwright.config.yaml": config },
    agents: { all: writing("all"), tests: writing("tests"), own: writing("own") },
  });
  const begun = run(["run", "plan.md", "--yes", "--mode", "autonomous"]);
  expect(begun).toMatchObject({ status: 0 });
  expect(begun.stdout).toMatch(
    /attempt 1 starts, all\.sh[\s\S]*attempt 1 starts, tests\.sh[\s\S]*attempt 1 starts, own\.sh/,
  );
  expect(git("show", "plan/words:3.txt")).toBe("own");
});

test("a key that an agent prints is in no transcript, journal, commit or terminal", () => {
  const { run, git, home, place } = aPlanRun({
    files: { "plan.md": stepsPlan([{ contract: "grep -qx 18 1.txt" }]) },
    agents: {
      house:
        'cat > /dev/null\necho "$HOUSE_KEY" >&2\nprintf %s "$HOUSE_KEY" | wc -c > 1.txt\necho "Used $HOUSE_KEY."\n',
    },
  });
  mkdirSync(home, { recursive: true });
  const house = `{ command: ${join(place, "house.sh")}, keys: [HOUSE_KEY] }`;
  writeFileSync(join(home, "policy.yaml"), `agents:\n  house: ${house}\n`);
  const told = run(["run", "plan.md", "--yes", "--mode", "autonomous", "--json", "--agent", "house"], {
    HOUSE_KEY: "sk-house-secret-42",
  });
  expect(told).toMatchObject({ status: 0 });
  expect(told.stdout).toContain("Used [secret].");
  expect(run(["log", "words", "1"]).stdout).toContain("[secret]");
  const said = [told.stdout, told.stderr, run(["log", "words", "1"]).stdout, git("log", "-p", "plan/words")].join("\n");
  expect(said).not.toContain("sk-house-secret-42");
});

async function aServer(text: string): Promise<number> {
  const server = createServer((_, answer) => answer.end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
