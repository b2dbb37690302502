import { describe, expect, test } from "vitest";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { networkWithoutNeeds } from "./network-without-needs.ts";

describe("recognizes", () => {
  test.each([
    ["curl -f https://example.org", "curl"],
    ['curl -f "$URL"', "curl"],
    ["curl -o /tmp/x https://example.org", "curl"],
    ["wget -q example.org/x", "wget"],
    ["gh pr view --json state -q '.state' | grep -q OPEN", "gh"],
    ["ssh host ls", "ssh"],
    ["scp a host:b", "scp"],
    ["rsync -a dist/ host:www/", "host:www/"],
    ["git push", "git push"],
    ["git -C ./web fetch origin", "git -C ./web fetch"],
    ["git clone https://example.org/x.git", "git clone"],
    ["git ls-remote --heads origin main", "git ls-remote"],
    ["npm ci && npm test", "npm ci"],
    ["npm view left-pad version", "npm view"],
    ["pip install -e .", "pip install"],
    ["python -m pip install x", "pip install"],
    ["uv pip install x", "uv pip install"],
    ["uv sync", "uv sync"],
    ["docker pull alpine", "docker pull"],
    ["cargo install x", "cargo install"],
    ["go mod download", "go mod download"],
    ["sudo apt-get install -y jq", "apt-get"],
    ["ping -c 1 example.org", "ping"],
    ["kubectl get pods", "kubectl"],
    ["node check.mjs https://example.org", "https://example.org"],
    ["timeout 5 bash -c 'curl -f https://example.org'", "curl"],
    ['test "$(curl -s https://example.org)" = ok', "curl"],
  ])("%j", (command, words) => {
    expect(wordsAt(networkWithoutNeeds, command)).toEqual([words]);
  });
});

describe("stays silent on", () => {
  test.each([
    "npm test",
    "npm run lint && npm ls",
    "curl -f http://localhost:3000/health",
    "curl -f localhost:3000",
    'curl -f "http://127.0.0.1:$PORT/health"',
    "curl -f http://[::1]:3000",
    "URL=http://localhost:3000; curl -f $URL/health",
    "curl --version",
    "nc -z localhost 5432",
    "ssh user@localhost true",
    "rsync -a dist/ out/",
    "git status && git log && git diff --exit-code && git remote -v",
    "git clone ./template /tmp/copy",
    "git commit -m fetch",
    "go install ./cmd/x",
    "npm ci --offline",
    "pip install --no-index x",
    "uv run pytest",
    "docker build . && docker ps",
    "cargo test",
    "grep -q https://example.org README.md",
    "echo https://example.org",
    "node check.mjs http://localhost:3000",
    "curl (",
  ])("%j", (command) => {
    expect(wordsAt(networkWithoutNeeds, command)).toEqual([]);
  });
});

test.each([["network"], ["publish"]] as const)("a step that needs %s may use it", (need) => {
  expect(wordsAt(networkWithoutNeeds, "curl https://example.org", { step: { needs: [need] } })).toEqual([]);
});

test("reports the same words once", () => {
  expect(wordsAt(networkWithoutNeeds, "git push; git push; git fetch")).toEqual(["git push", "git fetch"]);
});

test.each([
  ["steps", "ask for it with a line `**needs:** network` in the step"],
  ["branch", "ask for it with `needs: [network]` in the task's frontmatter"],
  ["json", 'ask for it with `"needs": ["network"]` under the step\'s `planwright`'],
] as const)("says how to ask for it in %s", (dialect, help) => {
  expect(findingsOf(networkWithoutNeeds, "curl x", { dialect })[0]?.help).toBe(
    `${help}, or test the work without leaving the machine`,
  );
});

test("asks for publishing where only that lets the program in", () => {
  expect(findingsOf(networkWithoutNeeds, "gh pr view | grep OPEN")[0]?.help).toContain("`**needs:** publish`");
});
