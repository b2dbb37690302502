import { describe, expect, test } from "vitest";
import { permission } from "../agents/session/permission.ts";
import type { Ending } from "../agents/session/session.ts";
import type { AgentEvent, PromptLayer } from "../ports/agent.ts";
import type { ModelRequest } from "../ports/model.ts";
import { type Answering, aModel, calling, saying, textOf } from "./a-model.testkit.ts";
import { toolsOf } from "./tools/all-tools.ts";
import type { Used } from "./tools/tool.ts";
import type { ToolUser } from "./use-tools.ts";
import { workLoop } from "./work-loop.ts";

const LAYERS: PromptLayer[] = [
  { level: "role", text: "You are a developer." },
  { level: "project", text: "Tabs, not blanks." },
  { level: "step", text: "# The step\n\n## What\n\nExactly this, word for word.\n\n## Protected\n\npay/" },
  { level: "attempt", text: "Previous attempt failed." },
  { level: "instruction", text: "Do the step." },
];

type Place = {
  mode?: "act" | "plan";
  window?: number;
  bytesPerToken?: number;
  /** The request after whose bill it is stopped. */
  stopAfter?: number;
  does?: (name: string, input: object) => Partial<Used>;
};

async function played(answer: Answering, { mode = "act", window = 100_000, does = () => ({}), ...rest }: Place = {}) {
  const model = aModel(answer, { window }, rest.bytesPerToken);
  const done: string[] = [];
  const user: ToolUser = {
    mode,
    offered: toolsOf(mode),
    host: {
      at: "/tree",
      launch: () => Promise.reject(new Error("nothing is started here")),
      permit: (request) => permission(request, { mode, writable: ["/tree"], fenced: ["/tree/pay"] }),
    },
    async doer({ name }, input) {
      done.push(`${name} ${JSON.stringify(input)}`);
      return { state: "done", text: "ok", diff: null, ...does(name, input) };
    },
  };
  const events: AgentEvent[] = [];
  const stop = new AbortController();
  const going = workLoop(LAYERS, { model, temperature: 0.2, user, stop: stop.signal });
  let ending: Ending | null = null;
  while (ending === null) {
    const { done: isOver, value } = await going.next();
    if (isOver) ending = value;
    else events.push(value);
    if (events.filter(({ type }) => type === "spent").length === rest.stopAfter) stop.abort();
  }
  return { ending, events, asked: model.asked, done };
}

const READ = calling(["read_file", { path: "a.ts" }]);
/** Nothing twice, which would be going round in circles. */
const READ_ANY = () => calling(["read_file", { path: `${Math.random()}` }]);

describe("a model that works", () => {
  test("is asked until it has nothing more to do; its last paragraph is what it said", async () => {
    const { ending, done, asked } = await played((_, number) => (number === 1 ? READ : saying("I did it.\n\nAdd a.")));
    expect(ending).toMatchObject({ reason: "finished", text: "Add a." });
    expect(done).toEqual(['read_file {"path":"a.ts"}']);
    expect(asked.map(({ turns }) => turns.length)).toEqual([1, 3]);
  });

  test("gets the layers in their order, marked where the next request is the same", async () => {
    const { asked } = await played(() => saying("Done."));
    const [request] = asked as [ModelRequest];
    expect(request.system.map(({ text, mark }) => [text.slice(0, 20), mark])).toEqual([
      ["You are a developer.", true],
      ["Tabs, not blanks.\n\n", true],
    ]);
    expect(request.turns).toEqual([
      {
        by: "user",
        parts: [
          { text: `${LAYERS[2]?.text}\n\n`, mark: true },
          { text: "Previous attempt failed.\n\n", mark: false },
          { text: "Do the step.\n\n", mark: false },
        ],
      },
    ]);
  });

  test("does several things at once, and reads the results in the order of its calls", async () => {
    const { asked } = await played(
      (_, number) => (number === 1 ? calling(["read_file", { path: "a" }], ["read_file", { path: "b" }]) : saying("x")),
      { does: (_, input) => ({ text: `text of ${"path" in input ? input.path : ""}` }) },
    );
    expect(asked[1]?.turns.at(-1)).toMatchObject({ results: [{ text: "text of a" }, { text: "text of b" }] });
  });

  test("does no more than so many things at once, and is told what was left", async () => {
    const many = Array.from({ length: 40 }, (_, at): [string, object] => ["read_file", { path: `${at}` }]);
    const { asked, done } = await played((_, number) => (number === 1 ? calling(...many) : saying("x")));
    expect(done).toHaveLength(32);
    const last = asked[1]?.turns.at(-1);
    const texts = last?.by === "tools" ? last.results.map(({ text, isError }) => [text, isError]) : [];
    expect(texts).toHaveLength(40);
    expect(texts[31]).toEqual(["ok", false]);
    expect(texts[32]).toEqual([expect.stringMatching(/^Not done: too many/), true]);
  });

  test("each request begins with the one before", async () => {
    const { asked } = await played((_, number) => (number < 6 ? READ : saying("x")), {
      does: () => ({ text: `${Math.random()}` }),
    });
    for (const [index, request] of asked.slice(1).entries()) {
      expect(textOf(request).startsWith(textOf(asked[index] as ModelRequest))).toBe(true);
    }
  });

  test.each([
    ["asks", calling(["ask_person", { question: "Which port?" }]), { reason: "asked", question: "Which port?" }],
    [
      "asks with options",
      calling([
        "ask_person",
        { question: "Which port?", severity: "minor", options: [{ label: "A", value: "80" }], default: "80" },
      ]),
      {
        reason: "asked",
        question: "Which port?\n\n1. A (80) [default]",
        asks: {
          ...{ question: "Which port?", context: "", severity: "minor" },
          choices: [{ label: "A", value: "80", description: "", isDefault: true }],
        },
      },
    ],
    [
      "asks with options that nobody could choose from",
      calling(["ask_person", { question: "Which port?", options: [{ label: "", value: "80" }] }]),
      {
        reason: "asked",
        question: expect.stringMatching(/^Which port\?\n\n\{\n {2}"options": \[\s+\{\s+"label": "",\s+"value": "80"/),
      },
    ],
    ["gives up", calling(["abort", { reason: "no such API" }]), { reason: "gave-up", text: "no such API" }],
    ["asks in words", saying("Hm.\n\nQUESTION: Which port?"), { reason: "asked", question: "Which port?" }],
  ])("ends when it %s", async (_, answer, ending) => {
    expect((await played(() => answer)).ending).toMatchObject(ending);
  });
});

describe("a loop that is stopped when a request is billed", () => {
  test("uses no tool any more, and asks nothing", async () => {
    const { ending, done, asked } = await played(READ_ANY, { stopAfter: 2 });
    expect(ending).toMatchObject({ reason: "aborted", usage: [{ source: "wire" }] });
    expect(asked).toHaveLength(2);
    expect(done).toHaveLength(1);
  });

  test.each([
    ["finished", saying("Done."), "finished"],
    ["asks", calling(["read_file", { path: "a" }], ["ask_person", { question: "Which port?" }]), "asked"],
    ["gives up", calling(["abort", { reason: "no such API" }]), "gave-up"],
  ])("ends as the model does when it %s with that request", async (_, answer, reason) => {
    const { ending, done } = await played(() => answer, { stopAfter: 1 });
    expect(ending).toMatchObject({ reason });
    expect(done).toEqual([]);
  });
});

test("a model that was never reached has used nothing, and that is known", async () => {
  const { ending } = await played(() => ({ ok: false, failure: "unreachable", why: "nobody is there" }));
  expect(ending.usage).toEqual([
    { model: "test/model", input: 0, cachedRead: 0, cachedWrite: 0, output: 0, usd: 0, source: "wire" },
  ]);
});

describe("a model that is wrong about its tools", () => {
  const second = async (answer: Parameters<typeof played>[0], place: Place = {}) => {
    const { asked, done, events } = await played(
      (request, number) => (number === 1 ? answer(request, 1) : saying("x")),
      place,
    );
    const turn = asked[1]?.turns.at(-1);
    return { result: turn?.by === "tools" ? turn.results[0] : undefined, done, events };
  };

  test.each([
    ["no JSON", calling(["read_file", "{path"]), /not JSON/],
    ["no object", calling(["read_file", "[1]"]), /must be an object/],
    ["a name that is missing", calling(["read_file", {}]), /`path` is missing/],
    ["a tool that is not there", calling(["read_fil", {}]), /did you mean read_file/],
  ])("is told about %s", async (_, answer, words) => {
    const { result, done } = await second(() => answer);
    expect(result).toMatchObject({ isError: true, text: expect.stringMatching(words) });
    expect(done).toEqual([]);
  });

  test.each(["create_file", "update_file", "delete_file", "run_command"])(
    "cannot use %s in Plan mode",
    async (name) => {
      const input = { path: "a", content: "x", old: "a", new: "b", command: "true" };
      const { result, done, events } = await second(() => calling([name, input]), { mode: "plan" });
      expect(result).toMatchObject({ isError: true, text: expect.stringMatching(/in PLAN mode/) });
      expect(done).toEqual([]);
      expect(events).toContainEqual(expect.objectContaining({ type: "tool", state: "refused" }));
    },
  );

  test.each(["/etc/passwd", "../x", "pay/a.ts", "/tree/pay", "a/../pay/x"])("cannot write %s", async (path) => {
    const { result, done } = await second(() => calling(["create_file", { path, content: "x" }]));
    expect(result).toMatchObject({ isError: true, text: expect.stringMatching(/^Refused: /) });
    expect(done).toEqual([]);
  });
});

describe("a model that gets nowhere", () => {
  test("and does the same again and again is told, and then stopped", async () => {
    const { ending, asked } = await played(() => READ);
    expect(ending).toMatchObject({ reason: "failed", text: expect.stringMatching(/^it went round in circles/) });
    expect(asked).toHaveLength(10);
    expect(textOf(asked[4] as ModelRequest)).toContain("4th time");
  });

  test("may do the same again after a change", async () => {
    const { ending } = await played((_, number) =>
      number > 40
        ? saying("Done.")
        : number % 8 === 0
          ? calling(["create_file", { path: `${number}`, content: "" }])
          : READ,
    );
    expect(ending).toMatchObject({ reason: "finished" });
  });

  test("and never stops is stopped", async () => {
    const { ending, asked } = await played((_, number) => calling(["read_file", { path: `${number}` }]), {
      window: 10_000_000,
    });
    expect(ending).toMatchObject({ reason: "failed", text: "it was not finished after 250 requests" });
    expect(asked).toHaveLength(250);
  });

  test.each([
    ["says nothing", saying("  "), "it said nothing 4 times in a row"],
    ["is cut off each time", { ...saying("and so on"), finish: "length" as const }, "it was cut off 4 times in a row"],
    [
      "is cut off in a call each time",
      { ...calling(["create_file", '{"path": "a.ts", "content": "an']), finish: "length" as const },
      "it was cut off 4 times in a row",
    ],
  ])("and %s is stopped", async (_, answer, text) => {
    expect((await played(() => answer)).ending).toMatchObject({ reason: "failed", text });
  });

  test.each(["", "No."])("and whose provider withholds what it says is named at once: %j", async (text) => {
    const { ending, asked } = await played(() => ({ ...saying(text), finish: "withheld" }));
    expect(ending).toMatchObject({ reason: "failed", text: expect.stringMatching(/^refused: .*content filter/) });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["wrong-key", "not-let-in"],
    ["no-such-model", "not-let-in"],
    ["no-credit", "not-let-in"],
    ["refused", "failed"],
    ["unreachable", "not-reached"],
  ] as const)("and whose provider says %s ends as %s", async (failure, reason) => {
    const { ending } = await played(() => ({ ok: false, failure, why: "no" }));
    expect(ending).toMatchObject({ reason, text: `${failure}: no` });
  });

  test("is told that its call was cut off", async () => {
    const cut = calling(["create_file", '{"path": "a.ts", "content": "an']);
    const { asked } = await played((_, number) => (number === 1 ? { ...cut, finish: "length" } : saying("Done.")));
    expect(JSON.stringify(asked[1]?.turns.at(-1))).toContain("You were cut off");
  });

  test("counts what it has spent, however it ended", async () => {
    const { ending, asked } = await played(() => saying(""));
    const output = Math.ceil(JSON.stringify({ parts: [""] }).length / 4);
    expect(ending.usage).toMatchObject([{ output: output * asked.length, source: "wire" }]);
  });
});

describe("a conversation that grows too long", () => {
  const isToSumUp = ({ turns }: ModelRequest): boolean => JSON.stringify(turns.at(-1)).includes("# Sum up");
  const long = (request: ModelRequest): boolean => textOf(request).length / 4 > 4_000;

  test("is summed up at 70 %, and what was given stays word for word, twenty times over", async () => {
    let compactions = 0;
    const { ending, asked } = await played(
      (request) => {
        if (isToSumUp(request)) {
          compactions += 1;
          return saying(`Summary ${compactions}.`);
        }
        return compactions >= 20 ? saying("Done.") : READ_ANY();
      },
      { window: 8_000, does: () => ({ text: "x".repeat(4_000) }) },
    );
    expect(ending).toMatchObject({ reason: "finished" });
    expect(compactions).toBe(20);
    for (const request of asked) {
      expect(textOf(request).length / 4).toBeLessThan(8_000);
      const [first] = request.turns;
      expect(first?.by === "user" && first.parts[0]?.text).toBe(`${LAYERS[2]?.text}\n\n`);
      expect(request.system).toEqual(asked[0]?.system);
    }
    expect(textOf(asked.at(-1) as ModelRequest)).toContain("Summary 20.");
    expect(asked.map(({ calls }) => calls)).not.toContain("none");
  });

  test.each([
    ["", {}],
    [", with a word or two", { text: "Let me look first." }],
  ])("is summed up without tools by a model that uses them instead%s, and they are not used", async (_, words) => {
    let isSummedUp = false;
    const { ending, asked, done } = await played(
      (request) => {
        if (isToSumUp(request) && request.calls === "none") {
          isSummedUp = true;
          return saying("Summary.");
        }
        if (isToSumUp(request)) return { ...calling(["read_file", { path: "meanwhile" }]), ...words };
        return isSummedUp ? saying("Done.") : READ_ANY();
      },
      { window: 8_000, does: () => ({ text: "x".repeat(4_000) }) },
    );
    expect(ending).toMatchObject({ reason: "finished" });
    expect(asked.filter(isToSumUp).map(({ calls }) => calls)).toEqual(["auto", "none"]);
    expect(done.join()).not.toContain("meanwhile");
    expect(textOf(asked.at(-1) as ModelRequest)).toContain("Summary.");
  });

  test("is summed up as far as it fits when the provider takes less than was known, which is learned", async () => {
    let summaries = 0;
    const overflows: number[] = [];
    const { ending, asked } = await played(
      (request, number) => {
        if (long(request)) {
          overflows.push(number);
          return { ok: false, failure: "too-long", why: "too many tokens" };
        }
        if (isToSumUp(request)) {
          summaries += 1;
          return saying(`Summary ${summaries}.`);
        }
        return summaries >= 5 ? saying("Done.") : READ_ANY();
      },
      { window: 1_000_000, does: () => ({ text: "x".repeat(3_000) }) },
    );
    expect(ending).toMatchObject({ reason: "finished", text: "Done." });
    expect(overflows).toHaveLength(1);
    expect(textOf(asked.at(-1) as ModelRequest)).toContain("Summary 5.");
    const next = asked.find((request) => textOf(request).includes("Summary 1."));
    expect(next && textOf(next)).toContain("What you did last is not in this summary.");
    expect(asked.at(-1)?.mostOutput).toBeLessThan(asked[0]?.mostOutput ?? 0);
  });

  test("goes on without a summary where one turn alone is too much, and with the one before where there is one", async () => {
    let reads = 0;
    const { ending, asked } = await played(
      (request) => {
        if (long(request)) return { ok: false, failure: "too-long", why: "too many tokens" };
        if (isToSumUp(request)) return saying("Summary.");
        return reads >= 12 ? saying("Done.") : READ_ANY();
      },
      {
        window: 1_000_000,
        does: () => {
          reads += 1;
          return { text: "x".repeat(reads === 1 || reads === 11 ? 20_000 : 1_000) };
        },
      },
    );
    expect(ending).toMatchObject({ reason: "finished", text: "Done." });
    const begun = asked.filter(({ turns }) => turns.length === 1).map(textOf);
    expect(begun.some((text) => text.includes("could not be summed up"))).toBe(true);
    expect(begun.at(-1)).toContain("Summary.");
    expect(begun.at(-1)).toContain("What you did last is not in this summary.");
  });

  test("is summed up sooner where the model counts more tokens than was guessed", async () => {
    const until = async (bytesPerToken: number): Promise<number> => {
      const { asked } = await played(
        (request) =>
          textOf(request).includes("Summary.") ? saying("Done.") : isToSumUp(request) ? saying("Summary.") : READ_ANY(),
        { window: 20_000, does: () => ({ text: "x".repeat(4_000) }), bytesPerToken },
      );
      return asked.findIndex(isToSumUp);
    };
    const [guessed, more] = [await until(4), await until(2)];
    expect(more / guessed).toBeGreaterThan(0.4);
    expect(more / guessed).toBeLessThan(0.65);
  });

  test("ends where the step alone is too long", async () => {
    const { ending } = await played(() => READ, { window: 400 });
    expect(ending).toMatchObject({ reason: "failed", text: expect.stringMatching(/^too-long: /) });
  });
});
