import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aReader } from "./a-reader.ts";

/** What a person would answer on a terminal. */
const ANSWERED: Readonly<Record<string, string>> = {
  init: " --yes",
  do: " --yes --mode autonomous",
  merge: " --yes",
};

test("the lines that README.md has for a repository of one's own lead to a fix on main, one after the other", () => {
  const [, fence = ""] =
    /^## In your own repository\n\n```sh\n(.*?)^```/ms.exec(readFileSync("README.md", "utf8")) ?? [];
  const lines = fence.trim().split("\n");
  expect(lines).toHaveLength(5);

  const person = aReader();
  const type = (line: string) => ({ line, ...person.type(line) });
  type("mkdir repository && cd repository");
  person.write("package.json", `{ "type": "module", "scripts": { "test": "node --test" } }`);
  person.write("round.js", "export const round = (price) => Math.floor(price * 100) / 100;\n");
  person.write(
    "round.test.js",
    `import { equal } from "node:assert/strict";\nimport { test } from "node:test";\nimport { round } from "./round.js";\n\ntest("rounds up", () => equal(round(0.999), 1));\n`,
  );
  for (const line of ["git init -q -b main", "git add -A", "git commit -qm base"]) type(line);
  for (const line of lines) {
    const [command = "", name = ""] = /^planwright (\S+).*?(?=\s*#|$)/.exec(line) ?? [];
    const { status, printed } = type(command + (ANSWERED[name] ?? ""));
    // On the machine that has signed, an audit may know its own key.
    expect(name === "audit" ? [0, 4] : [0], `${line}\n${printed}`).toContain(status);
    // An agent that everybody has, in the place of those that `init` finds.
    if (name === "init") type(`echo "agent: 'command:sed -i s/floor/round/ round.js'" > planwright.config.yaml`);
    if (name === "init") type("git add planwright.config.yaml && git commit -qm 'configure planwright'");
  }
  expect(type("npm test")).toMatchObject({ status: 0 });
  expect(type("cat round.js").printed).toContain("Math.round");
});
