import assert from "node:assert/strict";
import { test } from "node:test";
import { upload } from "../src/upload.js";

test("sends every chunk", () => {
  const stored = [];
  upload(["a", "b", "c"], (chunk) => stored.push(chunk));
  assert.deepEqual(stored, ["a", "b", "c"]);
});
