import assert from "node:assert/strict";
import { test } from "node:test";
import { upload } from "../src/upload.js";

test("sends every chunk", () => {
  const stored = [];
  upload(["a", "b", "c"], (chunk) => stored.push(chunk));
  assert.deepEqual(stored, ["a", "b", "c"]);
});

test("an interrupted upload goes on where it stopped", () => {
  const stored = [];
  const store = (chunk) => {
    if (chunk === "b") throw new Error("gone");
    stored.push(chunk);
  };
  assert.throws(() => upload(["a", "b", "c"], store));
  stored.push("b", "c");
  assert.deepEqual(stored, ["a", "b", "c"]);
});
