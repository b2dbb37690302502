import { resolve } from "node:path";
import { describe } from "vitest";
import { OF_PYTHON_AND_RUST, OF_VITEST } from "./table.ts";
import { threeWays } from "./three-ways.ts";

describe("honest commits with tests of vitest are accepted as they are", () => {
  threeWays(OF_VITEST, resolve("node_modules"));
});

describe("honest commits of Python and Rust are accepted as they are", () => {
  threeWays(OF_PYTHON_AND_RUST);
});
