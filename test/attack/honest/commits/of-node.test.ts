import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { installRunners } from "./install-runners.ts";
import { OF_NODE, PIECES } from "./table.ts";
import { threeWays } from "./three-ways.ts";

beforeAll(installRunners, 600_000);

describe("honest commits of JavaScript are accepted as they are", () => {
  threeWays(OF_NODE, resolve("test/attack/honest/runners/node_modules"));
});

test("there are 40 pieces of work and more, for at least ten runners, and few of them ask", () => {
  expect(PIECES.length).toBeGreaterThanOrEqual(40);
  expect(new Set(PIECES.map(({ runner }) => runner)).size).toBeGreaterThanOrEqual(10);
  expect(PIECES.filter(({ asks }) => asks !== undefined).length).toBeLessThanOrEqual(10);
  expect(new Set(PIECES.map(({ runner, shape }) => `${runner}: ${shape}`)).size).toBe(PIECES.length);
});
