import { expect, test } from "vitest";
import { keepTail } from "./keep-tail.ts";

test.each([
  ["in one piece", ["abcdefghij"], "ghij"],
  ["in small pieces", [..."abcdefghij"], "ghij"],
  ["all of it when it is short", ["ab", "c"], "abc"],
  ["nothing", [], ""],
])("keeps the end, %s", (_, parts, kept) => {
  const tail = keepTail(4);
  for (const part of parts) tail.add(Buffer.from(part));
  expect(tail.text()).toBe(kept);
});

test("leaves out a character that was cut in two", () => {
  const tail = keepTail(4);
  tail.add(Buffer.from("xxé€"));
  expect(tail.text()).toBe("€");
});

test("keeps a broken character that was printed", () => {
  const tail = keepTail(4);
  tail.add(Buffer.from([0xff, 0x61]));
  expect(tail.text()).toBe("\ufffda");
});

test("keeps the end of very many pieces", () => {
  const tail = keepTail(1000);
  for (let index = 0; index < 10_000; index++) tail.add(Buffer.from(String(index % 10)));
  expect(tail.text()).toBe("0123456789".repeat(100));
});
