import { readFileSync } from "node:fs";
import { describe } from "vitest";
import { dialectSuite } from "../testing/dialect.testsuite.ts";
import { steps } from "./dialect.ts";

const samples = ["fix-auth-timeout", "extract-config", "requests-to-httpx"].map((name) => {
  const path = `examples/${name}.md`;
  return { name, files: { root: path, files: [{ path, text: readFileSync(path, "utf8") }] } };
});

/** A step owns everything from its heading to the next one. */
describe("the steps dialect", () =>
  dialectSuite(steps, samples, (parsed, step, file) => {
    const to = parsed.plan.steps[step + 1] ? parsed.at(`/steps/${step + 1}`).start : file.text.length;
    return [{ from: parsed.at(`/steps/${step}`).start, to }];
  }));
