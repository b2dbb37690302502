import { describe, expect, test } from "vitest";
import { proseOf } from "./prose.ts";
import { sendingsIn } from "./sent-elsewhere.ts";

const sent = (markdown: string): string[] =>
  sendingsIn(proseOf(markdown).text).map(({ to, words }) => `${to}: ${words}`);

describe("sends the worker away", () => {
  test.each([
    ["See the overview.", "overview: See the overview"],
    ["For the names see the overview for orders", "overview: see the overview"],
    ["(see also the plan's overview)", "overview: see also the plan's overview"],
    ["Consult the architecture section.", "overview: Consult the architecture"],
    ["Per the architecture, use one table.", "overview: Per the architecture"],
    ["as per the design decisions", "overview: as per the design decisions"],
    ["Build it according to the architecture.", "overview: according to the architecture"],
    ["in line with the architectural decisions:", "overview: in line with the architectural decisions"],
    ["as the architecture demands", "overview: as the architecture demands"],
    ["Named as decided in the overview\n\n- a", "overview: as decided in the overview"],
    ["the format described in the plan.", "overview: described in the plan"],
    ["As described above, do it", "above: As described above"],
    ["as already\nlisted   above", "above: as already listed above"],
    ["as mentioned earlier", "above: as mentioned earlier"],
    ["see above", "above: see above"],
    ["As in step 2, test it", "step: As in step 2"],
    ["see task-01", "step: see task-01"],
    ["the format described in step 12", "step: described in step 12"],
    ["as defined in task #3", "step: as defined in task #3"],
    ["like in the previous step.", "step: like in the previous step"],
    ["the same naming rules as in step 1", "step: same naming rules as in step 1"],
    ["Apply decision 3.", "decision: decision 3"],
    ["because of Decision #4 of the plan", "decision: Decision #4"],
  ])("%s", (markdown, found) => {
    expect(sent(markdown)).toEqual([found]);
  });
});

describe("only mentions", () => {
  test.each([
    "see `docs/x.md`",
    "see docs/overview.md",
    "see overview.md",
    "`see the overview`",
    "See the overview page.",
    "Read the overview of the routes.",
    "A precise slice of the overview What.",
    "Change the architecture of the server.",
    "per the architecture document",
    "Charge according to the plan.",
    "as listed in the plan",
    "after step 2 has run",
    "Fix any lint errors introduced by the previous step.",
    "Use the list from step 2",
    "the schema defined in step 1",
    "as in step 2 of the wizard",
    "Decision 3: ids are numbers",
    "decision 3 in `docs/decisions.md`",
    "the line above",
    "foresee the overview",
  ])("%s", (markdown) => {
    expect(sent(markdown)).toEqual([]);
  });
});

test("says where, and finds each place", () => {
  expect(sendingsIn("Do. See the overview. Then see above.")).toEqual([
    { start: 4, end: 20, words: "See the overview", to: "overview" },
    { start: 27, end: 36, words: "see above", to: "above" },
  ]);
});

test("words that nearly fit, over and over, do not take for ever", () => {
  const text = `as already described${" ".repeat(20)}same a b as in see also the plan's `.repeat(50_000);
  expect(sendingsIn(`${text} overview step, see above`)).toHaveLength(1);
});
