import { expect, test } from "vitest";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { emptyContract } from "./empty-contract.ts";

test.each([
  ["", "", "the contract is empty"],
  [" \n\t", "", "the contract is empty"],
  ["# later", "# later", "the contract is only a comment"],
  ["\n# one\n# two\n", "# one\n# two", "the contract is only a comment"],
])("reports %j", (command, words, message) => {
  expect(findingsOf(emptyContract, command)).toEqual([expect.objectContaining({ words, message })]);
});

test.each([":", "npm test # all of them", "# first\nnpm test", "(", "'"])("stays silent on %j", (command) => {
  expect(wordsAt(emptyContract, command)).toEqual([]);
});
