import { expect, test } from "vitest";
import { parsePolicy } from "./policy.ts";

test.each([
  ["", "on"],
  ["# nothing\n", "on"],
  ["sandbox: on\n", "on"],
  ["sandbox: off\n", "off"],
  ["sandbox: false\n", "off"],
])("%j means %s", (text, sandbox) => {
  expect(parsePolicy(text)).toEqual({ ok: true, policy: { sandbox, agentNetwork: "none" } });
});

test.each([
  ["sandbox: of", "`sandbox` is `on` or `off`"],
  ["sandbox: 0", "`sandbox` is `on` or `off`"],
  ["sand-box: off", "there is no setting `sand-box`"],
  ["agent_network: open", "`agent_network` is `none` or `host`"],
  ["- sandbox", "it must be a list of settings such as `sandbox: off`"],
  ["sandbox: [", "it is not plain YAML"],
  ["a: &a 1\nsandbox: *a", "aliases are not read; write the value out"],
])("%j is refused: %s", (text, reason) => {
  expect(parsePolicy(text)).toEqual({ ok: false, reason });
});

test("agents get the network only when it is said so", () => {
  expect(parsePolicy("agent_network: host")).toEqual({ ok: true, policy: { sandbox: "on", agentNetwork: "host" } });
});
