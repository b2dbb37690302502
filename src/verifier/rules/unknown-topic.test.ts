import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { findings } from "./findings.testkit.ts";
import { unknownTopic } from "./unknown-topic.ts";

const on = (...names: string[]): Step => aStep("a", { subscriptions: names.map((name) => ({ kind: "topic", name })) });
const said = (...steps: Step[]): string[] =>
  findings(unknownTopic, aPlan(steps), { topics: ["releases"] }).map(
    ({ span, message, help }) => `${span.file}: ${message}; ${help}`,
  );

test("a topic of one step is told once, however often the step names it", () => {
  expect(said(on("talk", "talk"), on())).toEqual([
    "/steps/0/subscriptions/0: no other step has the topic `talk`; give the topic to the step that writes to it as well, or leave it out",
  ]);
});

test("a topic that two steps share, that is known or that is the plan's own is fine", () => {
  expect(said(on("talk"), on("talk", "releases"), on("sample"))).toEqual([]);
  expect(said(on("talk"), { ...on("talk"), status: "done" })).toEqual([]);
});

test("is told the nearest topic of the repository, of the plan and of its steps", () => {
  expect(said(on("relaeses"), on("smaple"), on("talk-show"), on("talk-show"), on("talk-shwo"))).toEqual([
    expect.stringContaining("did you mean `releases`?"),
    expect.stringContaining("did you mean `sample`?"),
    expect.stringContaining("did you mean `talk-show`?"),
  ]);
});

test("of two lonely topics that are nearly the same only the second is told", () => {
  expect(said(on("talk-show"), on("talk-shwo"))).toEqual([
    "/steps/1/subscriptions/0: no other step has the topic `talk-shwo`; did you mean `talk-show`?",
  ]);
});

test("finished steps, templates and files are left alone", () => {
  const file = aStep("a", { subscriptions: [{ kind: "file", name: "talk.md" }] });
  expect(said({ ...on("talk"), status: "done" }, { ...on("chat"), template: "2–N" }, file)).toEqual([]);
});

test("many lonely topics do not take for ever", () => {
  expect(said(...Array.from({ length: 20_000 }, (_, index) => on(`unlike-${index}-any`)))).not.toEqual([]);
});
