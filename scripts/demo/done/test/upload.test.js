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
  let isDown = true;
  const store = (chunk) => {
    if (chunk === "b" && isDown) throw new Error("gone");
    stored.push(chunk);
  };
  const at = upload(["a", "b", "c"], store);
  isDown = false;
  upload(["a", "b", "c"], store, at);
  assert.deepEqual(stored, ["a", "b", "c"]);
});
