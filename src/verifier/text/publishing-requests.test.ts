import { describe, expect, test } from "vitest";
import { publishingRequest } from "./publishing-requests.ts";

const asked = (text: string): string | undefined => {
  const found = publishingRequest(text);
  return found && `${found.deed}: ${text.slice(found.start, found.end)}`;
};

describe("asks", () => {
  test.each([
    ["Commit the changes on a feature branch, push, and open a PR.", "commit: Commit the changes"],
    ["Fix the bug. Commit and push.", "commit: Commit and push"],
    ["Write the code, then commit it.", "commit: commit it"],
    ["Commit your work with a clear message.", "commit: Commit your work"],
    ["Fix it and commit to the branch.", "commit: commit to the"],
    ["Fix it and commit.", "commit: commit"],
    ["Make a single commit.", "commit: Make a single commit"],
    ["Push the branch.", "push: Push the branch"],
    ["Fix it and push to origin.", "push: push to origin"],
    ["- change a\n- push your changes", "push: push your changes"],
    ["When done, open a pull request.", "open a pull request: open a pull request"],
    ["Create a draft PR for review.", "open a pull request: Create a draft PR"],
    ["Submit a merge request.", "open a pull request: Submit a merge request"],
    ["Tag the release.", "tag a release: Tag the release"],
    ["Finally tag v1.2.0 and stop.", "tag a release: tag v1"],
    ["Publish the package to npm.", "publish: Publish the package"],
    ["Build it and publish to PyPI.", "publish: publish to PyPI"],
    ["Run `git push origin main`.", "push: git push"],
    ["Fix it.\n\n```sh\ngit commit -am fix\n```\n", "commit: git commit"],
    ["Then `gh pr create --fill`.", "open a pull request: gh pr create"],
    ["Run npm publish.", "publish: npm publish"],
    ["Do not change the API, and commit the changes.", "commit: commit the changes"],
    ["Do not wait; push the branch.", "push: push the branch"],
    ["You must commit all changes.", "commit: commit all changes"],
  ])("%j", (text, words) => {
    expect(asked(text)).toBe(words);
  });
});

describe("does not ask", () => {
  test.each([
    "Do not commit.",
    "Do not commit or push anything.",
    "Never push to main.",
    "Don't commit, push, or open a PR.",
    "Change the file without committing it.",
    "Leave it uncommitted; never open a pull request.",
    "Push the item onto the stack.",
    "Push a result to the array.",
    "Begin a transaction and commit it.",
    "Commit the transaction.",
    "Commit the offsets after each batch.",
    "Add a tag for the metric.",
    "Tag the request with its id.",
    "Publish an event to the topic.",
    "Publish the version event to subscribers.",
    "Show the open pull requests.",
    "List all open PRs.",
    "Create a PR template.",
    "The harness commits the changes and opens the pull request.",
    "Write the commit message parser.",
    "Read the last commit.",
    "Add a command that lets people edit and push the branch.",
    "Document how to run `git push`.",
    "Explain `git push` in `docs/guide.md`.",
    "Rename the button to “Commit and push”.",
    "Rename `commit the changes` to `save`.",
    "Warn users who push to main.",
    "When users push the branch, a build starts.",
    "Push notifications arrive within a second.",
    "Parse the output of `git tag --list`.",
    "",
  ])("%j", (text) => {
    expect(asked(text)).toBeUndefined();
  });
});

test("long texts are no trouble", () => {
  for (const unit of [
    "commit ",
    "and commit the ",
    "`",
    "push\n- ",
    "open a ",
    "git push. ",
    "tag the\n\n",
    "that ",
    ". ",
  ]) {
    publishingRequest(unit.repeat(Math.floor(300_000 / unit.length)));
  }
});
