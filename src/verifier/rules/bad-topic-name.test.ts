import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { badTopicName } from "./bad-topic-name.ts";
import { findings } from "./findings.testkit.ts";
import { unknownTopic } from "./unknown-topic.ts";

const on = (...names: string[]): Step => aStep("a", { subscriptions: names.map((name) => ({ kind: "topic", name })) });
const said = (...steps: Step[]): string[] =>
  findings(badTopicName, aPlan(steps)).map(({ span, message }) => `${span.file}: ${message}`);

test("every bad name is told where it stands, and why it is bad", () => {
  expect(said(on("talk", "../x"), on("release notes", ""))).toEqual([
    "/steps/0/subscriptions/1: the topic's name `../x` has a path in it; only letters, digits, `.`, `_` and `-` may be",
    "/steps/1/subscriptions/0: the topic's name `release notes` has a blank in it; only letters, digits, `.`, `_` and `-` may be",
    "/steps/1/subscriptions/1: the topic's name is empty",
  ]);
});

test("a finished step is told as well, for it may be undone", () => {
  expect(said({ ...on("a/b"), status: "done" })).toHaveLength(1);
});

test("files and good names are left alone", () => {
  expect(said(on("talk", "v1.2_rc-3"), aStep("b", { subscriptions: [{ kind: "file", name: "../x y" }] }))).toEqual([]);
});

test("a name that is bad is not called unknown besides", () => {
  expect(findings(unknownTopic, aPlan([on("../x", "talk")])).map(({ message }) => message)).toEqual([
    "no other step has the topic `talk`",
  ]);
});
