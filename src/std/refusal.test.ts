import { expect, test } from "vitest";
import { Refused, refusalIn, remedy } from "./refusal.ts";

const WATCH = remedy("watch", { run: "words" }, "shows how it goes");

test("a refusal keeps its cause, and is an error like any other", () => {
  const cause = new Error("disk");
  const refused = new Refused("under-way", "words is under way", { remedies: [WATCH], cause });
  expect(refused).toMatchObject({ name: "Refused", code: "under-way", message: "words is under way", cause });
  expect(refused.remedies).toEqual([{ do: "watch", with: { run: "words" }, why: "shows how it goes" }]);
});

test("a refusal is known by its shape, also when it comes back from a workflow as another object", () => {
  const thrown = new Refused("under-way", "words is under way", { remedies: [WATCH] });
  const { name, message, code, remedies } = thrown;
  const back = Object.assign(new Error(message), { name, code, remedies });
  expect(refusalIn(back)).toEqual(refusalIn(thrown));
  expect(refusalIn(back)).toEqual({ message, code, remedies: [WATCH] });
});

test("an error of the system, or a fault of ours, is no refusal", () => {
  expect(refusalIn(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBeNull();
  expect(refusalIn(new Error("oops"))).toBeNull();
  expect(refusalIn("oops")).toBeNull();
});
