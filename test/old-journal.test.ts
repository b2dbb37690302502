import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fold } from "../src/engine/state/fold.ts";
import { currentState } from "../src/engine/state/journal-state.ts";
import { newState } from "../src/engine/state/run-state.ts";
import { repositoryAt } from "../src/record/repository-at.testkit.ts";
import type { RunFact } from "../src/record/run-event.ts";
import { type StoredFact, upcastFact } from "../src/record/upcast.ts";
import { aRun } from "../src/store/a-run.testkit.ts";
import { aStore, inSql } from "../src/store/a-store.testkit.ts";

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, "fixtures/journal-v1", name), "utf8");

type Line = { run: string; seq: number; at: string };
const LINES: Line[] = fixture("journal.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const STATES: Record<string, unknown> = JSON.parse(fixture("states.json"));
const JOURNALS = Map.groupBy(LINES, ({ run }) => run);

/** The runs of the fixture, as the program that wrote them left them. */
async function anOldStore() {
  const { store, url } = await aStore();
  for (const [id, lines] of JOURNALS) {
    await store.runs.create(aRun(id, { repository: repositoryAt("/home/ann/words") }), []);
    const facts = lines.map(({ run, seq, at, ...fact }) => JSON.stringify(fact));
    await inSql(
      url,
      `insert into planwright.events (run, seq, at, entry, fact)
       select $1, seq, at::timestamptz, gen_random_uuid(), fact::json
       from unnest($2::integer[], $3::text[], $4::text[]) as given (seq, at, fact)`,
      [id, lines.map(({ seq }) => seq), lines.map(({ at }) => at), facts],
    );
  }
  return { store, url };
}

test("a journal of the first version says today what it said when it was written", async () => {
  const { store } = await anOldStore();
  expect([...JOURNALS.keys()].sort()).toEqual(Object.keys(STATES).sort());
  for (const [id, lines] of JOURNALS) {
    expect(await store.journal.read(id, 0)).toMatchObject(lines);
    expect(asJson(await currentState(store.journal, id))).toEqual(STATES[id]);
  }
});

test("lists say of a run what its journal says, whatever has happened to it last", async () => {
  const { store } = await aStore();
  for (const [id, lines] of JOURNALS) {
    await store.runs.create(aRun(id), []);
    let state = newState();
    for (const { run, at, ...line } of lines) {
      const { seq, ...stored } = line as Line & StoredFact;
      const fact = upcastFact(stored, 1) as RunFact;
      await store.journal.commit({ run: id, key: null, lease: null }, () => ({ facts: [fact], value: null }));
      state = fold(state, { run: id, seq, at, ...fact });
      const [listed] = (await store.runs.list({})).filter((each) => each.id === id);
      const { status, isPaused, open } = state;
      const done = [...state.steps.values()].filter(({ progress }) => progress.status === "done").length;
      const isOver = status === "done" || status === "failed" || status === "draft";
      expect(listed).toMatchObject({ status, isPaused, done, open: isOver ? 0 : open.size });
    }
  }
});

test("an event that nobody can read is named, and one of a newer program as well", async () => {
  const { store, url } = await anOldStore();
  const [id = ""] = JOURNALS.keys();
  const change = (text: string) => inSql(url, `update planwright.events set ${text} where run = $1 and seq = 3`, [id]);
  await change(`fact = '{"type": "noted", "step": 7, "told": "hm"}'`);
  await expect(store.journal.read(id, 0)).rejects.toMatchObject({
    code: "bad-event",
    message: `event 3 of ${id} cannot be read: \`step\` of \`noted\` is not text or null`,
  });
  await change("version = 1000");
  await expect(store.journal.read(id, 0)).rejects.toMatchObject({ code: "newer-schema" });
  expect(await store.journal.read(id, 3)).not.toEqual([]);
});

/** Maps and sets as the fixture has them. */
const asJson = (state: unknown): unknown =>
  JSON.parse(
    JSON.stringify(state, (_, value) => {
      if (value instanceof Map) return { map: [...value] };
      return value instanceof Set ? { set: [...value] } : value;
    }),
  );
