import { describe } from "vitest";
import { OF_OTHERS } from "./table.ts";
import { threeWays } from "./three-ways.ts";

describe("honest commits of other languages are accepted as they are", () => {
  threeWays(OF_OTHERS);
});
