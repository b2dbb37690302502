import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesWith } from "../../../test/agents/files-with.ts";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { AgentDriver, AgentEvent, AgentJob, Ended } from "../../ports/agent.ts";
import type { Policy } from "../../ports/sandbox.ts";
import type { Exit } from "../../record/exit.ts";
import { aMark, processesWith } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aPerson } from "../known/a-person.testkit.ts";
import { claudeCode } from "../known/claude-code.ts";
import type { KnownAgent } from "../known/known-agent.ts";
import { aHost, aJob, outputOf, worked } from "../session/a-session.testkit.ts";
import { driverSuite } from "../session/driver.testsuite.ts";
import { headlessDriver } from "./headless-driver.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

/** Prints what Claude Code would, and is no more than a script. */
const sample: KnownAgent = {
  ...claudeCode,
  title: "Sample Agent",
  logIn: "`sample login`",
  headless: {
    ...claudeCode.headless,
    program: "sample-agent",
    argv: (_settings, mode, session) => ["--mode", mode, ...(session === null ? [] : ["--resume", session])],
  },
};

describe("headless driver", () => {
  beforeEach((context) => void installed(context));

  driverSuite({
    running: (script, folder) =>
      scripted(`cat > /dev/null\nbash -c ${quoted(script)} || exit $?\n${saying("done")}`, folder),
    saying: (text, folder) => scripted(saying(text), folder),
    asking: (question, folder) => scripted(saying(`QUESTION: ${question}`), folder),
    givingUp: (why, folder) => scripted(saying(`CANNOT: ${why}`), folder),
    remembering: (folder) => scripted(`heard="$(grep 'The word is' | tr '\\n' ' ')"\n${sayingHeard()}`, folder),
    missing: (folder) => headlessDriver(sample, { cwd: folder, search: [], tree: folder, person: somebody }),
  });

  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  async function played(
    script: string,
    options: { job?: Partial<AgentJob>; limits?: Partial<Policy["limits"]>; prompt?: string } = {},
  ): Promise<{ events: AgentEvent[]; end: Ended; exit: Exit | undefined }> {
    const folder = tempFolder();
    const driver = scripted(script, folder);
    const host = aHost(shared.sandbox, driver, folder, { limits: options.limits ?? {} });
    const { events, end } = await worked(driver, host, { ...aJob(), ...options.job }, options.prompt);
    return { events, end, exit: await host.procs[0]?.exit };
  }

  test("shows what it says and does instead of what it prints, and passes on the rest", async () => {
    const { events, end } = await played(
      [
        "echo garbage; echo warning >&2",
        printing({ type: "assistant", message: { content: [{ type: "text", text: "I will write." }] } }),
        printing({
          type: "assistant",
          message: { content: [{ type: "tool_use", name: "Write", input: { path: "a" } }] },
        }),
        printing({ type: "result", subtype: "success", result: "One.\n\nTwo.", modelUsage: { m: { inputTokens: 7 } } }),
      ].join("\n"),
    );
    expect(outputOf(events, "stdout")).toBe("garbage\nI will write.\n→ Write a\n");
    expect(outputOf(events, "stderr")).toBe("warning\n");
    expect(events.filter(({ type }) => type === "doing")).toEqual([{ type: "doing", told: "Write a" }]);
    expect(end).toEqual({
      type: "ended",
      reason: "finished",
      text: "Two.",
      question: null,
      usage: [{ model: "m", input: 7, cachedRead: 0, cachedWrite: 0, output: 0, source: "reported" }],
    });
  });

  test.each([
    [
      "by its own flag, in what is kept of its HOME",
      'case "$*" in *--resume*) cat "$HOME/.claude/projects/said";; esac',
      "heron; --mode act --resume s-1",
    ],
    ["as text, where its flag finds nothing", 'case "$*" in *--resume*) echo gone >&2; exit 1;; esac', "; --mode act"],
  ])("goes on %s", async (_, look, answer) => {
    const [folder, kept] = [tempFolder(), tempFolder()];
    const script = [
      `word="$(grep -o heron > "$HOME/found"; ${look})" || exit`,
      'mkdir -p "$HOME/.claude/projects"; cp "$HOME/found" "$HOME/.claude/projects/said"',
      `echo '{"type":"result","subtype":"success","session_id":"s-1","result":"'"$word; $*"'"}'`,
    ].join("\n");
    const driver = scripted(script, folder);
    const turn = async (prompt: string, resume?: string) =>
      (await worked(driver, aHost(shared.sandbox, driver, folder, { kept }), aJob({}, 1, resume), prompt)).end;
    const first = await turn("The word is heron.");
    expect(first).toMatchObject({ text: "; --mode act", resume: "command:claude-code:s-1" });
    expect((await turn("What was it?", first.resume)).text).toBe(answer);
    const told = filesWith("heron", kept);
    expect(told).toContain("conversation.json");
    expect(filesWith("key", kept)).toEqual([]);
    // What it was told again had the word in it.
    expect(told.includes("home/.claude/projects/said")).toBe(answer === "; --mode act");
  });

  test("is over when it says so, and nothing that follows counts", async () => {
    const mark = aMark();
    const { events, end, exit } = await played(`${saying("done")}\necho more; sleep ${mark}; exit 3`);
    expect(end).toMatchObject({ reason: "finished", text: "done" });
    expect(outputOf(events)).not.toContain("more");
    expect(exit).toEqual({ kind: "stopped", by: "caller" });
    expect(processesWith(mark)).toEqual([]);
  });

  test("is over although its last line does not end", async () => {
    expect((await played(`printf %s ${quoted(resultOf("done"))}`)).end).toMatchObject({
      reason: "finished",
      text: "done",
    });
  });

  test("has failed when it ends without a word, and nobody knows what it used", async () => {
    expect((await played("echo hello")).end).toEqual({
      type: "ended",
      reason: "failed",
      text: "Sample Agent ended without saying how",
      question: null,
      usage: [{ model: "unknown", input: 0, cachedRead: 0, cachedWrite: 0, output: 0, source: "unknown" }],
    });
  });

  test("has failed, or was not let in, when it says so, in words that help", async () => {
    const over = (result: string) => printing({ type: "result", subtype: "success", is_error: true, result });
    expect((await played(over("Not logged in · Please run /login"))).end).toMatchObject({
      reason: "not-let-in",
      text: "Sample Agent is not logged in, or its key is refused; `sample login`",
    });
    expect((await played(over("QUESTION: is this a question?"))).end).toMatchObject({
      reason: "failed",
      question: null,
    });
  });

  test("has failed when its program does before it says anything, in words that help", async () => {
    const { end } = await played(
      "echo 'Please set an API key.' >&2; echo 'Invalid auth method selected.' >&2; exit 41",
    );
    expect(end).toMatchObject({
      reason: "not-let-in",
      text: "Sample Agent is not logged in, or its key is refused; `sample login`",
    });
    expect((await played("echo status 401 >&2; seq 6 >&2; exit 1")).end.text).toContain("ended with status 1: 6");
    expect((await played("echo 'status 401, all is well' >&2")).end.text).toContain("without saying how");
  });

  test("does not take an endless line for news", async () => {
    const { end } = await played("head -c 17000000 /dev/zero | tr '\\0' x; sleep 60", {
      limits: { outputBytes: 1 << 26 },
    });
    expect(end).toMatchObject({
      reason: "failed",
      text: "Sample Agent could not go on: it printed a line of more than 16 MB",
    });
  });

  test("gets its task on standard input, all of it and nothing else", async () => {
    const { end } = await played(`echo '{"type":"result","subtype":"success","result":"'$(wc -c)'"}'`, {
      prompt: `"é"${"x".repeat(1_000_000)}`,
    });
    expect(end.text).toBe("1000005");
  });

  test("need not read its task", async () => {
    expect((await played(saying("done"), { prompt: "x".repeat(2_000_000) })).end.text).toBe("done");
  });

  test.each(["plan", "act"] as const)("is told to be in %s mode", async (mode) => {
    const { end } = await played(`echo '{"type":"result","subtype":"success","result":"'"$*"'"}'`, { job: { mode } });
    expect(end.text).toBe(`--mode ${mode}`);
  });

  test("keeps what it has used when its time is up", async () => {
    const message = { id: "1", model: "m", content: [], usage: { input_tokens: 5, output_tokens: 1 } };
    const { end } = await played(`${printing({ type: "assistant", message })}\nsleep ${aMark()}`, {
      limits: { seconds: 0.5 },
    });
    expect(end).toMatchObject({ reason: "timeout", usage: [{ model: "m", input: 5, source: "reported" }] });
  });
});

describe("what keeps a known agent from being started", () => {
  const place = { cwd: "/", search: [], tree: "/nonexistent" };

  test("it is not installed", async () => {
    expect(await headlessDriver(sample, { ...place, person: somebody }).probe()).toEqual({
      ok: false,
      cause: "Sample Agent: sample-agent is not installed: no folder of PATH has it",
      remedy: "npm install --global @anthropic-ai/claude-code",
    });
  });

  test("nothing lets it in; then it is not started either", async () => {
    const folder = tempFolder();
    const driver = scripted(saying("done"), folder, aPerson());
    expect(await driver.probe()).toEqual({
      ok: false,
      cause: "Sample Agent is not logged in",
      remedy: "`sample login`",
    });
    const launch = () => Promise.reject(new Error("nothing should be started"));
    const { end } = await worked(driver, { at: folder, launch, permit: () => ({ allow: true }) });
    expect(end.text).toBe("Sample Agent is not logged in; `sample login`");
  });

  test("nothing does: it says what lets it in, and whom it reaches", async () => {
    const driver = scripted(saying("done"), tempFolder());
    expect(await driver.probe()).toEqual({ ok: true, told: "Sample Agent, authenticated by ANTHROPIC_API_KEY" });
    expect(driver).toMatchObject({ name: "claude-code", reaches: ["api.anthropic.com:443"] });
  });
});

const somebody = aPerson({ ANTHROPIC_API_KEY: "key" });

/** An agent whose program is this script of bash. */
function scripted(script: string, folder: string, person = somebody): AgentDriver {
  const bin = join(tempFolder(), "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "sample-agent"), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  return headlessDriver(sample, { cwd: folder, search: [bin], tree: folder, person });
}

const resultOf = (result: string): string => JSON.stringify({ type: "result", subtype: "success", result });

const saying = (result: string): string => `echo ${quoted(resultOf(result))}`;

/** The script's own variable, in words and as its result. */
const sayingHeard = (): string =>
  [
    { type: "assistant", message: { content: [{ type: "text", text: "HEARD" }] } },
    { type: "result", subtype: "success", result: "HEARD" },
  ]
    .map((event) => `echo ${quoted(JSON.stringify(event)).replace("HEARD", `'"$heard"'`)}`)
    .join("\n");

const printing = (event: object): string => `printf '%s\\n' ${quoted(JSON.stringify(event))}`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
