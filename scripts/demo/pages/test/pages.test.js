import assert from "node:assert/strict";
import { test } from "node:test";
import { page, pages } from "../src/pages.js";

const items = ["a", "b", "c", "d", "e"];

test("a page holds so many items", () => {
  assert.deepEqual(page(items, 1, 2), ["a", "b"]);
});

test("the last page holds the rest", () => {
  assert.deepEqual(page(items, 3, 2), ["e"]);
});

test("a rest needs a page of its own", () => {
  assert.equal(pages(items, 2), 3);
});
