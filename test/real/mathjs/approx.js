// The package's tests compare with this, and it is not among the files that are published.

const assert = require("node:assert");

function equal(a, b, epsilon = 1e-4) {
  if (typeof a !== "number" || typeof b !== "number") return assert.strictEqual(a, b);
  if (Object.is(a, b) || a === b) return;
  const most = a === 0 || b === 0 ? 1e-15 : Math.abs((a + b) / 2) * epsilon;
  assert.ok(Math.abs(a - b) <= most, `${a} ~= ${b}`);
}

function deepEqual(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return equal(a, b);
  assert.strictEqual(Array.isArray(a), Array.isArray(b));
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) deepEqual(a[name], b[name]);
}

module.exports = { equal, deepEqual };
