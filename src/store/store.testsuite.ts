import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Store } from "../ports/store.ts";
import { repositoryAt } from "../record/repository-at.testkit.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";
import { accepted, answered, aQuestion, aRun, asked, noted, opened } from "./a-run.testkit.ts";

/** What every store keeps to. `open` gives an empty one that is closed after the test. */
export function storeSuite(open: () => Promise<{ store: Store }>): void {
  const withRun = async (): Promise<Store> => {
    const { store } = await open();
    await store.runs.create(aRun("one"), [opened]);
    return store;
  };
  const anybody = { run: "one", key: null, lease: null };

  describe("the journal", () => {
    test("gives events back in order, each with its run, number and time", async () => {
      const { journal } = await withRun();
      await journal.commit(anybody, () => ({ facts: [noted("first"), noted("second")], value: null }));
      const events = await journal.read("one", 0);
      expect(events.map(({ run, seq, type }) => [run, seq, type])).toEqual([
        ["one", 1, "opened"],
        ["one", 2, "noted"],
        ["one", 3, "noted"],
      ]);
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => new Date(at).toISOString()).sort());
      expect(await journal.read("one", 2)).toEqual(events.slice(2));
    });

    test("gives every fact back as it was, whatever characters are in it", async () => {
      const { journal } = await withRun();
      const told = "nul \0, half a pair \ud83d, quotes \" ' \\ and {braces}, ü, 🙂\r\n";
      const value = { z: 1, a: told, list: [null, 1.5, { "": true }] };
      await journal.commit({ ...anybody, key: "odd" }, () => ({ facts: [noted(told)], value }));
      expect((await journal.read("one", 1))[0]).toMatchObject(noted(told));
      expect(await journal.find("one", "odd")).toEqual(value);
    });

    test("does what a key names once, and gives its first value ever after", async () => {
      const { journal } = await withRun();
      const commit = (value: number) =>
        journal.commit({ ...anybody, key: "k" }, () => ({ facts: [noted(`${value}`)], value }));
      expect([await commit(1), await commit(2)]).toEqual([1, 1]);
      expect(await journal.read("one", 1)).toMatchObject([{ told: "1" }]);
      expect([await journal.find("one", "k"), await journal.find("one", "other")]).toEqual([1, undefined]);
    });

    test("does not count a commit that appended nothing: its key is still free", async () => {
      const { journal } = await withRun();
      const commit = (value: number, facts: RunFact[]) =>
        journal.commit({ ...anybody, key: "k" }, () => ({ facts, value }));
      expect(await commit(1, [])).toBe(1);
      expect(await journal.find("one", "k")).toBeUndefined();
      expect([await commit(2, [noted("2")]), await commit(3, [noted("3")])]).toEqual([2, 2]);
    });

    test("of many commits with one key at the same time only one is done", async () => {
      const { journal } = await withRun();
      const values = await Promise.all(
        Array.from({ length: 10 }, (_, value) =>
          journal.commit({ ...anybody, key: "k" }, () => ({ facts: [noted(`${value}`)], value })),
        ),
      );
      expect(new Set(values).size).toBe(1);
      expect(await journal.read("one", 1)).toHaveLength(1);
    });

    test("has no gaps when twenty write at once, and each sees what the others wrote before", async () => {
      const { journal } = await withRun();
      await Promise.all(
        Array.from({ length: 20 }, () =>
          journal.commit(anybody, async (sofar) => {
            const seen = (await sofar.read(0)).length;
            return { facts: [noted(`${seen}`), noted("and one more")], value: null };
          }),
        ),
      );
      const events = await journal.read("one", 0);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
      expect(toldBy(events).filter((told) => /\d/.test(told))).toEqual(
        Array.from({ length: 20 }, (_, index) => `${1 + 2 * index}`),
      );
    });

    test("writes nothing when the decision throws, and passes on what it threw", async () => {
      const { journal } = await withRun();
      const mine = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
      const commit = journal.commit({ ...anybody, key: "k" }, () => {
        throw mine;
      });
      await expect(commit).rejects.toBe(mine);
      expect([await journal.read("one", 1), await journal.find("one", "k")]).toEqual([[], undefined]);
    });

    test("refuses a run that is not there, and a host that does not carry it out", async () => {
      const { journal, hosts } = await withRun();
      const nothing = () => ({ facts: [], value: null });
      await expect(journal.commit({ ...anybody, run: "none" }, nothing)).rejects.toMatchObject({ code: "no-run" });
      await hosts.announce(host("h1"));
      await hosts.announce(host("h2"));
      const byFirst = { ...anybody, lease: { host: "h1", epoch: 1 } };
      await expect(journal.commit(byFirst, nothing)).rejects.toMatchObject({ code: "lease-lost" });
      await hosts.take("one", "h1", null);
      await journal.commit({ ...byFirst, key: "k" }, nothing);
      await hosts.take("one", "h2", byFirst.lease);
      await expect(journal.commit({ ...byFirst, key: "k" }, nothing)).rejects.toMatchObject({ code: "lease-lost" });
    });

    test("is followed without missing an event while others write", async () => {
      const { journal } = await withRun();
      const stop = new AbortController();
      const followers = [0, 1, 50].map(async (after) => {
        const seen: number[] = [];
        for await (const event of journal.follow("one", after, stop.signal)) {
          seen.push(event.seq);
          if (event.seq === 101) break;
        }
        return [after, seen];
      });
      await Promise.all(
        Array.from({ length: 100 }, () => journal.commit(anybody, () => ({ facts: [noted("x")], value: null }))),
      );
      const all = Array.from({ length: 101 }, (_, index) => index + 1);
      expect(await Promise.all(followers)).toEqual([0, 1, 50].map((after) => [after, all.slice(after)]));
    });

    test("stops being followed at the signal", async () => {
      const { journal } = await withRun();
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const { type } of journal.follow("one", 0, stop.signal)) {
        seen.push(type);
        setTimeout(() => stop.abort(), 5);
      }
      expect(seen).toEqual(["opened"]);
    });
  });

  describe("runs", () => {
    test("are given back as they were created", async () => {
      const { runs } = await withRun();
      expect(await runs.get("one")).toEqual(aRun("one"));
      expect(await runs.get("none")).toBeNull();
    });

    test("are listed newest first, for a repository, over or not", async () => {
      const { runs, journal } = await withRun();
      await runs.create(aRun("two", { repository: OTHER }), [opened]);
      await journal.commit(anybody, () => ({ facts: [{ type: "completed", commit: "4", outcomes: [] }], value: null }));
      const ids = async (of: Parameters<typeof runs.list>[0]) => (await runs.list(of)).map(({ id }) => id);
      expect(await ids({})).toEqual(["two", "one"]);
      expect(await ids({ repository: HERE.id })).toEqual(["one"]);
      expect(await ids({ isOver: true })).toEqual(["one"]);
      expect(await ids({ isOver: false })).toEqual(["two"]);
    });

    test("are one at a time on a branch of a repository", async () => {
      const { runs, journal } = await withRun();
      const { branch } = aRun("one");
      const again = aRun("again", { branch });
      await expect(runs.create(again, [opened])).rejects.toMatchObject({ code: "run-exists" });
      await expect(runs.create(aRun("one", { branch: "other" }), [])).rejects.toMatchObject({ code: "run-exists" });
      await journal.commit(anybody, () => ({ facts: [{ type: "cancelled", by: "ada" }], value: null }));
      await runs.create(again, [opened]);
      await runs.create(aRun("elsewhere", { branch, repository: repositoryAt("/o") }), [opened]);
    });

    test("of two that are created at once on a branch one is refused", async () => {
      const { store } = await open();
      const ended = await Promise.allSettled(
        ["x", "y"].map((id) => store.runs.create(aRun(id, { branch: "same" }), [opened])),
      );
      expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    });

    test("are forgotten with all that belongs to them, once they are over", async () => {
      const { runs, journal, inbox, topics } = await withRun();
      const facts = [asked(aQuestion("q", "one"))];
      const post = { repository: HERE.id, topic: "news", by: "ada" };
      await topics.post({ ...post, key: "one/a/1", text: "of this run" });
      await topics.post({ ...post, key: "one-and-more/a/1", text: "of another" });
      await journal.commit({ ...anybody, key: "k" }, () => ({ facts, value: 1 }));
      await expect(runs.forget("one")).rejects.toMatchObject({ code: "not-over" });
      await journal.commit(anybody, () => ({ facts: [{ type: "cancelled", by: "ada" }], value: null }));
      await runs.forget("one");
      await runs.forget("one");
      expect([await runs.get("one"), await runs.list({}), await journal.read("one", 0)]).toEqual([null, [], []]);
      expect([await inbox.get("q"), await journal.find("one", "k")]).toEqual([null, undefined]);
      expect(await topics.read(post.repository, "news", 10)).toMatchObject([{ text: "of another" }]);
    });
  });

  describe("lists show", () => {
    const question = aQuestion("q", "one");
    const told = async (store: Store, ...facts: Parameters<Store["runs"]["create"]>[1]) => {
      await store.journal.commit(anybody, () => ({ facts, value: null }));
      const [summary] = await store.runs.list({});
      const { status, isPaused, done, open: questions } = summary ?? {};
      return { status, isPaused, done, open: questions };
    };
    const before = { status: "in-progress", isPaused: false, done: 0, open: 0 };

    test("a new run, and how many of its steps were done before", async () => {
      const { store } = await open();
      const run = aRun("one");
      const steps = run.plan.steps.map((step) => (step.id === "a" ? { ...step, status: "done" as const } : step));
      await store.runs.create({ ...run, plan: { ...run.plan, title: "A \0 title", steps } }, []);
      expect(await store.runs.list({})).toMatchObject([
        {
          id: "one",
          planId: "plan-of-one",
          title: "A \uFFFD title",
          status: "approved",
          steps: 3,
          done: 1,
          host: null,
        },
      ]);
    });

    test("how many steps are done, each counted once", async () => {
      const store = await withRun();
      expect(await told(store, accepted("a"), accepted("b"), accepted("b"))).toEqual({ ...before, done: 2 });
      const skipped = { type: "step-skipped", step: "c", by: "ada", note: "", commit: "5" } as const;
      expect(await told(store, skipped)).toEqual({ ...before, done: 3 });
      const undone: RunFact = { type: "step-undone", steps: ["b", "c", "d"], by: "ada", to: "6", kept: "" };
      expect(await told(store, undone)).toEqual({ ...before, done: 1 });
    });

    test("pauses, and how a run ended", async () => {
      const store = await withRun();
      expect(await told(store, { type: "paused", by: "ada", now: true })).toEqual({ ...before, isPaused: true });
      expect(await told(store, { type: "resumed", by: "ada" })).toEqual(before);
      expect(await told(store, { type: "failed", step: "a", told: "no", commit: null })).toEqual({
        ...before,
        status: "failed",
      });
      expect(await told(store, { type: "resumed", by: "ada" })).toEqual(before);
      expect(await told(store, { type: "completed", commit: "7", outcomes: [] })).toEqual({
        ...before,
        status: "done",
      });
      expect(await told(store, { type: "cancelled", by: "ada" })).toEqual({ ...before, status: "draft" });
    });

    test("what an answer means for the whole run", async () => {
      const store = await withRun();
      const ofPlan = aQuestion("p", "one", { step: null });
      expect(await told(store, asked(question), answered(question, { value: "stop" }))).toEqual({
        ...before,
        isPaused: true,
      });
      expect(await told(store, asked(question))).toMatchObject({ open: 1 });
      expect(await told(store, asked(ofPlan), answered(ofPlan, { value: "abort" }))).toMatchObject({
        status: "failed",
      });
      expect(await told(store, answered(question, { value: "revise" }))).toMatchObject({ status: "draft", open: 0 });
    });

    test("questions until they are answered or settled otherwise", async () => {
      const store = await withRun();
      const open = (fact: Parameters<typeof told>[1]) =>
        told(store, asked(question), asked(aQuestion("r", "one", { step: "b" })), ...(fact ? [fact] : [])).then(
          (summary) => summary.open,
        );
      expect(await open(noted("nothing"))).toBe(2);
      expect(await open(answered(question))).toBe(1);
      expect(await open({ type: "skip-asked", step: "a", by: "ada", note: "" })).toBe(1);
      expect(await open({ type: "step-retried", step: "a", by: "ada", note: "" })).toBe(1);
      expect(await open({ type: "step-undone", steps: ["a", "b"], by: "ada", to: "8", kept: "" })).toBe(0);
      expect(await open({ type: "failed", step: "a", told: "no", commit: null })).toBe(0);
      expect(await told(store, { type: "resumed", by: "ada" })).toMatchObject({ status: "in-progress", open: 0 });
      expect(await open({ type: "cancelled", by: "ada" })).toBe(0);
      expect(await store.inbox.open({})).toEqual([]);
    });

    test("no question about the plan's budget any more once a step is left out", async () => {
      const store = await withRun();
      const context = ['whatever a program printed: \0 "over":"budget"'];
      const ofPlan = (id: string, over: "budget" | "lost") =>
        asked(aQuestion(id, "one", { step: null, over, context }));
      const skipped = { type: "step-skipped", step: "c", by: "ada", note: "", commit: "5" } as const;
      expect(await told(store, ofPlan("p", "budget"), ofPlan("l", "lost"))).toMatchObject({ open: 2 });
      expect(await told(store, skipped)).toMatchObject({ open: 1 });
      expect((await store.inbox.open({})).map(({ id }) => id)).toEqual(["l"]);
    });

    test("nothing of a commit that is refused", async () => {
      const store = await withRun();
      const failed = { type: "failed", step: null, told: "no", commit: null } as const;
      await told(store, failed);
      await store.runs.create(aRun("next", { branch: aRun("one").branch }), [opened]);
      await expect(told(store, asked(question), { type: "resumed", by: "ada" })).rejects.toMatchObject({
        code: "run-exists",
      });
      expect([await store.journal.read("one", 2), await store.inbox.get("q")]).toEqual([[], null]);
    });
  });

  describe("the inbox", () => {
    test("lists what waits, oldest first and critical ones on top", async () => {
      const store = await withRun();
      const other = aRun("two", { repository: OTHER });
      await store.runs.create(other, [opened]);
      const ask = (id: string, run: string, severity: "critical" | "major" | "minor") =>
        store.journal.commit({ ...anybody, run }, () => ({
          facts: [asked(aQuestion(id, run, { severity }))],
          value: null,
        }));
      await ask("minor", "one", "minor");
      await ask("major", "two", "major");
      await ask("critical", "one", "critical");
      await ask("critical-too", "two", "critical");
      const ids = async (of: Parameters<typeof store.inbox.open>[0]) =>
        (await store.inbox.open(of)).map(({ id }) => id);
      expect(await ids({})).toEqual(["critical", "critical-too", "minor", "major"]);
      expect(await ids({ run: "one" })).toEqual(["critical", "minor"]);
      expect(await ids({ repository: OTHER.id })).toEqual(["critical-too", "major"]);
    });

    test("keeps who answered, when and what", async () => {
      const store = await withRun();
      const question = aQuestion("q", "one");
      await store.journal.commit(anybody, () => ({ facts: [asked(question)], value: null }));
      const [, event] = await store.journal.read("one", 0);
      expect(await store.inbox.get("q")).toEqual({ ...question, askedAt: event?.at, answered: null });
      await store.journal.commit(anybody, () => ({ facts: [answered(question)], value: null }));
      const [, , answer] = await store.journal.read("one", 0);
      expect((await store.inbox.get("q"))?.answered).toEqual({
        ...{ question: "q", value: "retry", note: "again", by: "ada", at: answer?.at },
      });
      expect([await store.inbox.open({}), await store.inbox.get("none")]).toEqual([[], null]);
    });
  });

  describe("hosts", () => {
    test("take a run that nobody has, and give it back", async () => {
      const { hosts, runs } = await withRun();
      await hosts.announce(host("h1"));
      await hosts.announce(host("h2"));
      expect(await hosts.holder("one")).toBeNull();
      const lease = { host: "h1", epoch: 1 };
      expect(await hosts.take("one", "h1", null)).toEqual(lease);
      expect(await hosts.take("one", "h1", null)).toBeNull();
      expect(await hosts.take("one", "h2", null)).toBeNull();
      expect(await hosts.take("one", "h2", { host: "h3", epoch: 1 })).toBeNull();
      expect((await runs.list({}))[0]?.host).toBe("h1");
      await hosts.release("one", { host: "h2", epoch: 1 });
      expect(await hosts.holder("one")).toMatchObject({ ...host("h1"), epoch: 1 });
      await hosts.release("one", lease);
      expect(await hosts.holder("one")).toBeNull();
    });

    test("take their own run once more by its lease, and the lease of before neither releases it nor takes it", async () => {
      const { hosts } = await withRun();
      await hosts.announce(host("h1"));
      const first = await hosts.take("one", "h1", null);
      if (first === null) throw new Error("nobody had it");
      expect(await hosts.take("one", "h1", first)).toEqual({ host: "h1", epoch: 2 });
      expect(await hosts.take("one", "h1", first)).toBeNull();
      await hosts.release("one", first);
      expect(await hosts.holder("one")).toMatchObject({ id: "h1", epoch: 2 });
    });

    test("pass over one that is dead, and of many that try only one does", async () => {
      const { hosts } = await withRun();
      for (const id of ["dead", "h1", "h2", "h3"]) await hosts.announce(host(id));
      const dead = await hosts.take("one", "dead", null);
      const taken = await Promise.all(["h1", "h2", "h3"].map((id) => hosts.take("one", id, dead)));
      const [lease = null, ...more] = taken.filter(Boolean);
      expect([lease?.epoch, more]).toEqual([2, []]);
      await expect(hosts.take("one", "dead", lease)).rejects.toMatchObject({ code: "no-host" });
    });

    test("that are passed over for one run keep the others, and their name with them", async () => {
      const { hosts, runs } = await withRun();
      await runs.create(aRun("two"), [opened]);
      for (const id of ["slow", "h1"]) await hosts.announce(host(id));
      const lease = await hosts.take("one", "slow", null);
      await hosts.take("two", "slow", null);
      await hosts.take("one", "h1", lease);
      expect(await hosts.holder("two")).toMatchObject({ id: "slow" });
    });

    test("tell for how long they have given no sign of life", async () => {
      const { hosts } = await withRun();
      await hosts.announce(host("h1"));
      await hosts.take("one", "h1", null);
      await sleep(1000);
      const before = (await hosts.holder("one"))?.silent;
      expect(before).toBeGreaterThanOrEqual(1);
      await hosts.announce(host("h1"));
      expect((await hosts.holder("one"))?.silent).toBeLessThan(before ?? 0);
    });

    test("leave their runs to others when they withdraw, and must be announced to take one", async () => {
      const { hosts } = await withRun();
      await hosts.announce(host("h1"));
      await hosts.take("one", "h1", null);
      await hosts.withdraw("h1");
      expect(await hosts.holder("one")).toBeNull();
      await expect(hosts.take("one", "h1", null)).rejects.toMatchObject({ code: "no-host" });
      await expect(hosts.take("none", "h1", null)).rejects.toMatchObject({ code: "no-run" });
    });
  });

  test("topics keep their messages in order, each once, for one repository", async () => {
    const { topics } = (await open()).store;
    const post = (key: string, text: string, repository = HERE.id) =>
      topics.post({ repository, topic: "news", key, by: "ada", text });
    await post("1", "first");
    await post("2", "second \0");
    await post("1", "first, once more");
    await post("3", "third");
    await post("1", "elsewhere", OTHER.id);
    const texts = async (most: number) =>
      (await topics.read(HERE.id, "news", most)).map(({ by, text }) => `${by}: ${text}`);
    expect(await texts(10)).toEqual(["ada: first", "ada: second \0", "ada: third"]);
    expect(await texts(2)).toEqual(["ada: second \0", "ada: third"]);
    expect(await topics.read(HERE.id, "other", 10)).toEqual([]);
  });
}

const HERE = repositoryAt("/repository");
const OTHER = repositoryAt("/other");

const host = (id: string) => ({ id, machine: "a-machine", pid: 42, started: "a-moment" });

const toldBy = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === "noted" ? [event.told] : []));
