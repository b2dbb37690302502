import { expect, test } from "vitest";
import { type AgentNetwork, networkFor } from "./agent-network.ts";

const refused = () => {};
const model = { network: "host", reaches: ["api.example.com:443"] } as const;
const unknown = { network: "host", reaches: [] } as const;
const offline = { network: "none", reaches: [] } as const;
const listed = (...hosts: string[]): AgentNetwork => ({ kind: "listed", hosts });

test("an agent reaches its model and what the person has listed, each once", () => {
  const network = networkFor(listed("a.example:443", "api.example.com:443"), model, refused);
  expect(network).toEqual({ hosts: ["api.example.com:443", "a.example:443"], refused });
});

test.each([
  ["nobody to reach", listed(), unknown],
  ["a person who allows nothing", { kind: "none", hosts: ["a:443"] } as const, model],
  ["an agent that wants none", listed("a:443"), offline],
  ["an agent that wants none, of a person who allows all", { kind: "host", hosts: [] } as const, offline],
])("there is no network with %s", (_, network, driver) => {
  expect(networkFor(network, driver, refused)).toBe("none");
});

test("a person may let agents reach everybody", () => {
  expect(networkFor({ kind: "host", hosts: [] }, unknown, refused)).toBe("host");
});
