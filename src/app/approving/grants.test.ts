import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import { grants } from "./grants.ts";

const plan = aPlan([
  aStep("a"),
  aStep("b", { number: 2, needs: ["network"] }),
  aStep("c", { number: 3, needs: ["publish"] }),
]);

test("says which steps may publish and which have a network", () => {
  expect(grants({ plan, contractNetwork: "granted" })).toEqual([
    "step 3 may publish: the branch is pushed and a pull request opened; its contracts may use your log-in there",
    "steps 2, 3: their contracts may use the network",
  ]);
});

test("says when the person's policy gives no network, and nothing where nothing is asked for", () => {
  expect(grants({ plan, contractNetwork: "none" })).toEqual([
    "step 3 may publish: the branch is pushed and a pull request opened",
    "steps 2, 3: their contracts have no network, as your policy says",
  ]);
  expect(grants({ plan: aPlan(["a"]), contractNetwork: "granted" })).toEqual([]);
});
