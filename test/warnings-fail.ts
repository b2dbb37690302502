import { afterEach, expect } from "vitest";

// Loaded before every test file: a warning that nobody asked for fails the test during which it appeared.

const warnings: string[] = [];

process.on("warning", (warning) => warnings.push(`${warning.name}: ${warning.message}`));
console.warn = (...words) => warnings.push(words.join(" "));
console.error = (...words) => warnings.push(words.join(" "));

afterEach(async () => {
  // Node hands out its warnings a tick later.
  await new Promise(setImmediate);
  expect(warnings.splice(0), "warnings").toEqual([]);
});
