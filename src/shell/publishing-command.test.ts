import { expect, test } from "vitest";
import { publishes } from "./publishing-command.ts";

test.each([
  "git push",
  "git -C . push -u origin HEAD",
  "npm test && git push origin HEAD",
  "gh pr create --fill",
  "gh -R a/b pr view --json state -q .state | grep -q OPEN",
  "glab mr create --fill",
  "hub pull-request -m x",
  "bash -c 'git push'",
])("%s publishes", (command) => {
  expect(publishes(command)).toBe(true);
});

test.each([
  "git status",
  "git stash push",
  "git push --dry-run",
  "git ls-remote origin",
  "gh issue list",
  "echo git push",
  "grep -q 'git push' release.sh",
  "npm run push",
])("%s does not", (command) => {
  expect(publishes(command)).toBe(false);
});
