import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { World } from "../../ports/world.ts";
import { findings } from "./findings.testkit.ts";
import { notSelfContained } from "./not-self-contained.ts";

const said = (steps: Step[], fields: Partial<Plan> = {}, world: Partial<World> = {}): string[] =>
  findings(notSelfContained, aPlan(steps, fields), { mentions: () => false, ...world }).map(
    ({ span, message }) => `${span.file}: ${message}`,
  );
const doing = (what: string, fields: Partial<Step> = {}, line = "a"): Step => aStep(line, { what, ...fields });

describe("a step that sends its worker away", () => {
  test("is told each way once, in What and How", () => {
    const how = "See the overview. As in step 4, test it.";
    expect(said([doing("see the overview and see the overview.", { how })])).toEqual([
      "/steps/0/what: `see the overview` sends the worker to a text that it is not shown",
      "/steps/0/how: `As in step 4` sends the worker to a text that it is not shown",
    ]);
  });

  test("may mean itself, a paragraph above or a decision it holds", () => {
    expect(said([doing("As in step 3.", { number: 3 })])).toEqual([]);
    expect(said([doing("Names:\n\n- a\n\nKeep them as listed above.")])).toEqual([]);
    expect(said([doing("Decision 2: ids are numbers. See decision 2.")])).toEqual([]);
    expect(said([doing("Decision 2: ids are numbers. See decision 3. Keep them as listed above.")])).toHaveLength(2);
  });

  test("is left alone when it is done, or when it is the whole plan", () => {
    expect(said([doing("See the overview.", { status: "done" })])).toEqual([]);
    expect(said([doing("See the overview.")], { what: "See the overview." })).toEqual([]);
    expect(said([doing("See the overview."), doing("b")], { what: "See the overview." })).toHaveLength(1);
  });
});

describe("a name", () => {
  const uses = doing("Ask `tokenStore` first.");

  test.each(["what", "architecture", "how", "context"])("that only the plan's %s explains is told", (field) => {
    expect(said([uses, doing("Ask `tokenStore()` again, please.")], { [field]: "The `tokenStore` is new." })).toEqual([
      "/steps/0/what: `tokenStore` is explained only in the overview, which the worker is not shown",
    ]);
  });

  test("that only a later step, or one of another track, explains is told with that step", () => {
    expect(said([uses, doing("Add `tokenStore`.", {}, "b")])).toEqual([
      "/steps/0/what: `tokenStore` is explained only in step `b`, which the worker is not shown",
    ]);
    const tracks = [doing("Add `tokenStore`.", {}, "a @back"), doing("Ask `tokenStore` first.", {}, "b @front")];
    expect(said(tracks, { complexity: "complex" })).toHaveLength(1);
    expect(said([...tracks.slice(0, 1), doing("Ask `tokenStore`.", {}, "b @back")], { complexity: "complex" })).toEqual(
      [],
    );
    expect(said([tracks[0] ?? uses, doing("Ask `tokenStore`.", {}, "c")], { complexity: "complex" })).toEqual([]);
  });

  test("that an earlier step mentions in any way is fine, and so is one that stands nowhere else", () => {
    const plan = { what: "The `tokenStore` is new." };
    expect(said([uses])).toEqual([]);
    expect(said([doing("Introduce the tokenStore."), uses], plan)).toEqual([]);
    expect(said([doing("a", { contracts: [aContract({ command: "grep tokenStore a.ts" })] }), uses], plan)).toEqual([]);
    expect(said([{ ...uses, dependsOn: ["b"] }, doing("Add `tokenStore`.", {}, "b")])).toEqual([]);
  });

  test("that the step introduces, before or after, is fine, and so is one that is called like its file", () => {
    const plan = { what: "The `tokenStore` is new." };
    expect(said([doing("Ask `tokenStore`. Add `tokenStore` for it.")], plan)).toEqual([]);
    expect(said([doing("Ask `tokenStore.get`. Add `tokenStore`.")], { what: "`tokenStore.get`" })).toEqual([]);
    const files = { ...noFiles, change: [{ path: "src/tokenStore.ts" }] };
    expect(said([{ ...uses, files }], plan)).toEqual([]);
  });

  test("that the repository mentions is fine; of a class its members count, of a library only its name", () => {
    const asking = (name: string): Step[] => [doing(`Ask \`${name}\` first.`)];
    const known = ["TokenStore", "httpx"];
    const inRepository = (name: string): string[] =>
      said(asking(name), { what: `\`${name}\`` }, { mentions: (word) => known.includes(word) });
    expect(inRepository("TokenStore")).toEqual([]);
    expect(inRepository("TokenStore.isStale")).toHaveLength(1);
    expect(inRepository("httpx.AsyncClient")).toEqual([]);
    expect(inRepository("structuredClone")).toEqual([]);
  });

  test("is looked up in the repository only when the plan raises the question", () => {
    const asked: string[] = [];
    const mentions = (word: string): boolean => asked.push(word) > 0;
    said([doing("Ask `tokenStore`."), doing("Add `otherStore`."), doing("Ask `otherStore`.")], {}, { mentions });
    expect(asked).toEqual([]);
  });
});

describe("a path in the How", () => {
  const reading = doing("Load the limits.", { how: "Read `config/limits.yaml` first." });
  const overview = { what: "Limits stand in `config/limits.yaml`." };

  test("that only the overview or a later step names is told", () => {
    expect(said([reading], overview)).toEqual([
      "/steps/0/how: `config/limits.yaml` is explained only in the overview, which the worker is not shown",
    ]);
    expect(said([reading, doing("Write `config/limits.yaml`.", {}, "b")])).toEqual([
      "/steps/0/how: `config/limits.yaml` is explained only in step `b`, which the worker is not shown",
    ]);
  });

  test("that exists, is made in time, or stands in a list of the step is fine", () => {
    const path = "config/limits.yaml";
    expect(said([reading], overview, { exists: () => true })).toEqual([]);
    expect(said([doing("Write `config/limits.yaml`."), reading], overview)).toEqual([]);
    expect(said([doing("Fill `config/`."), reading], overview)).toEqual([]);
    expect(said([{ ...reading, how: "Write `config/limits.yaml`. Read `config/limits.yaml`." }], overview)).toEqual([]);
    expect(said([{ ...reading, files: { ...noFiles, add: [{ path }] } }], overview)).toEqual([]);
    expect(said([{ ...reading, subscriptions: [{ kind: "file", name: `./${path}` }] }], overview)).toEqual([]);
    expect(said([reading])).toEqual([]);
    expect(said([{ ...reading, status: "done" }], overview)).toEqual([]);
  });
});

test("what is no path is not taken for one, and a name is told once", () => {
  const how = "Answer with `text/html`, push to `origin/main`, ask `store.get` first.";
  const what = "`text/html`, `origin/main`, `store.get`";
  expect(said([doing("Serve it.", { how })], { what })).toEqual([expect.stringContaining("`store.get`")]);
});

test("a plan with a circle is only asked where it sends its workers", () => {
  const steps = [doing("Ask `tokenStore`, see above.", {}, "a <- b"), doing("Add `tokenStore`.", {}, "b <- a")];
  expect(said(steps)).toEqual([expect.stringContaining("`see above`")]);
});

test("a thousand steps that use each other's names stay within bounds", () => {
  let asked = 0;
  const steps = Array.from({ length: 3_000 }, (_, index) => doing(`Ask \`name_${index}\` and \`name_${index + 1}\`.`));
  const found = said(steps, {}, { mentions: () => asked++ < 0 });
  expect(found.length).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(1_000);
});
