import { readdirSync, readFileSync } from "node:fs";
import { describe } from "vitest";
import { dialectSuite } from "../testing/dialect.testsuite.ts";
import { branch } from "./dialect.ts";

const root = "examples/token-validation/.plan";
const files = readdirSync(root).map((name) => ({
  path: `${root}/${name}`,
  text: readFileSync(`${root}/${name}`, "utf8"),
}));

/** A step owns its task file, and its row in the overview's Task List. */
describe("the branch dialect", () =>
  dialectSuite(branch, [{ name: "token-validation", files: { root, files } }], (parsed, step, file) => {
    if (file.path === parsed.at(`/steps/${step}/@file`).file) return [{ from: 0, to: file.text.length }];
    const cell = parsed.at(`/steps/${step}/@status-cell`);
    const from = file.text.lastIndexOf("\n", cell.start) + 1;
    return [{ from, to: file.text.indexOf("\n", cell.start) }];
  }));
