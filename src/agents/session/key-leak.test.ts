import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { leakIn } from "./key-leak.ts";

/** A home with programs in it, and a repository whose work may have put anything there. */
function scene() {
  const folder = tempFolder();
  for (const name of ["home", "bin", "tree"]) mkdirSync(join(folder, name));
  const put = (path: string): void => writeFileSync(join(folder, path), "#!/bin/sh\n", { mode: 0o755 });
  for (const name of ["node", "npx", "uvx", "env", "python3.12", "house"]) put(`bin/${name}`);
  for (const path of ["home/agent.sh", "tree/agent.sh", "tree/agent.js", "home/agent.js"]) put(path);
  symlinkSync(join(folder, "bin/node"), join(folder, "bin/renamed"));
  symlinkSync(join(folder, "tree/agent.js"), join(folder, "home/linked.js"));
  const place = { cwd: join(folder, "home"), search: [join(folder, "bin")], tree: join(folder, "tree") };
  return { leak: (line: string) => leakIn(line.replaceAll("FOLDER", folder), place), folder };
}

test.each([
  "house",
  "house --acp -p 'two words' --model a/b",
  "./agent.sh",
  "FOLDER/home/agent.sh --acp",
  "node FOLDER/home/agent.js --acp ./notes.md",
  "python3.12 'FOLDER/home/agent.js'",
])("%s is one program from outside", (line) => {
  expect(scene().leak(line)).toBeNull();
});

test("one that is not there is told by whoever would start it", () => {
  expect(scene().leak("nobody --acp")).toBeNull();
});

test.each([
  ["node agent.js", "node would look for agent.js in the worker's tree", "write its path out"],
  ["node ./agent.js", "node would look for ./agent.js in the worker's tree", "write its path out"],
  ["node ~/agent.js", /in the worker's tree$/, "write its path out"],
  ["renamed agent.js", /^renamed would look for agent\.js/, "write its path out"],
  ["python3.12 a.py", /^python3\.12 would look for/, "write its path out"],
  ["node FOLDER/tree/agent.js", /agent\.js lies in the repository, whose work could change it$/, "keep it outside"],
  ["node FOLDER/home/linked.js", /linked\.js lies in the repository/, "keep it outside"],
  ["node FOLDER/home/none.js", /^there is no file/, "write its path out"],
  ["node --require ./x.js FOLDER/home/agent.js", /^node is told `--require` before its script/, /^write a script/],
  ["node -e 'import(\"./x.js\")'", /^node is told `-e`/, /^write a script/],
  ["node", "node alone runs whatever it is told", /^write a script/],
  ["npx house-agent", "npx starts another program, which may be one of the repository's", /^write a script/],
  ["uvx house", /^uvx starts another program/, /^write a script/],
  ["env ./agent.sh", /^env starts another program/, /^write a script/],
  ["../tree/agent.sh", "agent.sh lies in the repository, whose work could change it", "keep it outside"],
  [
    "exec ./x",
    "`exec ./x` is more than one program and its words, and only the shell knows what it starts",
    /^write a/,
  ],
  ["house; ./x", /is more than one program/, /^write a script/],
  ["house && ./x", /is more than one program/, /^write a script/],
  ["house $(./x)", /is more than one program/, /^write a script/],
  ["PATH=. house", /is more than one program/, /^write a script/],
  ["$AGENT", /is more than one program/, /^write a script/],
  ["(./x)", /is more than one program/, /^write a script/],
])("%s may start something of the repository's", (line, cause, remedy) => {
  const expected = (told: string | RegExp) => (typeof told === "string" ? told : expect.stringMatching(told));
  expect(scene().leak(line)).toEqual({ cause: expected(cause), remedy: expected(remedy) });
});
