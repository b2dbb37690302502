import { expect, test } from "vitest";
import { areaText } from "./area-text.ts";
import { lineText } from "./source-text.ts";

test.each([
  ["Payments", "Payments", []],
  ["Auth / Security layer", "Auth / Security layer", []],
  ["Payments — never touch", "Payments — never touch", []],
  ["Read and/or write paths", "Read and/or write paths", []],
  ["src/payment/", "src/payment/", ["src/payment/"]],
  ["src/payment/**", "src/payment/**", ["src/payment/**"]],
  ["`src/payment/`", "src/payment/", ["src/payment/"]],
  ["Payments: src/payment/", "Payments", ["src/payment/"]],
  ["Payments: `src/payment/`, `src/billing/**`", "Payments", ["src/payment/", "src/billing/**"]],
  ["Payments (src/payment/**)", "Payments", ["src/payment/**"]],
  ["Payment module - src/payment/*.ts", "Payment module", ["src/payment/*.ts"]],
  ["a/b, c/d", "a/b", ["a/b", "c/d"]],
  ["***", "***", []],
])("%j is the area %j with the paths %j", (text, name, paths) => {
  const source = { path: "plan.md", text: `  ${text}\n` };
  const area = areaText(lineText(source, 0, source.text.length));
  expect(area.name.value).toBe(name);
  expect(area.paths.map((path) => path.value)).toEqual(paths);
  for (const { span, value } of area.paths) expect(source.text.slice(span.start, span.end)).toBe(value);
});
