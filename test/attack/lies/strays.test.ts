import { describe } from "vitest";
import { planOf, type Scene } from "../a-run.ts";
import { listed } from "../honest/honest-step.ts";
import { asks } from "./asked.ts";
import { changed, HONEST_IN_NODE, inNode } from "./numbers.ts";

/** The project with more files, and a step whose task says this. */
const told = (task: string, extra = "", files: Scene["files"] = {}): Scene => ({
  ...changed(inNode, { ...KEPT, ...files }),
  plan: planOf({ title: "Double", task, contract: "npm test", extra }),
});

const KEPT = {
  "docs/guide.md": "How to double numbers, and why one would.\nThere is more to say about it.\n",
  "legacy/parse.js": "export const parse = (text) => Number.parseInt(text, 10);\n",
  "legacy/print.js": "export const print = (n) => String(n);\n",
  "src/format-number.js": "export const formatNumber = (n) => n.toLocaleString();\n",
};
const DOUBLE = "Make `double` double its number.";
const LISTED = listed({ change: ["src/double.js"] });

describe("files that are gone, and nothing names them", () => {
  asks({
    "without a file list": {
      scene: told(DOUBLE),
      script: `${HONEST_IN_NODE}; rm docs/guide.md`,
      asks: "docs/guide.md (deleted)",
    },
    "with a list that names others, beside one of those": {
      scene: told(DOUBLE, LISTED),
      script: `${HONEST_IN_NODE}; rm src/format-number.js`,
      asks: "src/format-number.js (deleted)",
    },
    "a whole folder, of which only another file is named": {
      scene: told(`${DOUBLE} See \`legacy/parse.js\` for how.`),
      script: `${HONEST_IN_NODE}; rm -r legacy`,
      asks: "legacy/print.js (deleted)",
    },
    "a file that has become a pipe": {
      scene: told(DOUBLE),
      script: `${HONEST_IN_NODE}; rm docs/guide.md; mkfifo docs/guide.md`,
      asks: "docs/guide.md (deleted)",
    },
    "a file whose place a folder takes": {
      scene: told(DOUBLE),
      script: `${HONEST_IN_NODE}; rm docs/guide.md; mkdir docs/guide.md; echo other > docs/guide.md/one.txt`,
      asks: "docs/guide.md (deleted)",
    },
    "a folder that is named in passing": {
      scene: told("Make `double` double its number, as legacy code expects."),
      script: `${HONEST_IN_NODE}; rm legacy/print.js`,
      asks: "legacy/print.js (deleted)",
    },
  });
});

describe("files that the step names, however briefly", () => {
  const gone = (task: string, paths: string, extra?: string) => ({
    scene: told(task, extra),
    script: `${HONEST_IN_NODE}; rm -r ${paths}`,
    asks: null,
  });
  asks({
    "by their path": gone(`${DOUBLE} Then remove docs/guide.md.`, "docs/guide.md"),
    "by a stem, in words": gone(`${DOUBLE} It takes over what format number did.`, "src/format-number.js"),
    "in a list": gone(DOUBLE, "legacy", listed({ change: ["src/double.js"], delete: ["legacy/"] })),
    "by a folder, in a step that lists others": gone(`${DOUBLE} Drop legacy.`, "legacy", LISTED),
  });
});

describe("files that git finds again", () => {
  asks({
    "under another name": {
      scene: told(DOUBLE),
      script: `${HONEST_IN_NODE}; mv docs/guide.md docs/doubling.md`,
      asks: null,
    },
    "in another folder, with a line changed": {
      scene: told(DOUBLE, "", { "docs/guide.md": "one\ntwo\nthree\nfour\nfive\nsix\n".repeat(5) }),
      script: `${HONEST_IN_NODE}; mkdir manual; sed 1d docs/guide.md > manual/guide.md; rm docs/guide.md`,
      asks: null,
    },
  });
});

describe("more than anybody would look through", () => {
  const many = (folder: string): string =>
    `${HONEST_IN_NODE}; mkdir -p ${folder}; for n in $(seq 1000); do echo $n > ${folder}/$n.txt; done`;
  const large = (path: string): string => `${HONEST_IN_NODE}; mkdir -p assets; head -c 50000000 /dev/urandom > ${path}`;
  asks({
    "a thousand files": { scene: told(DOUBLE), script: many("assets"), asks: "1,000 files" },
    "fifty megabytes in one": { scene: told(DOUBLE), script: large("assets/data.bin"), asks: "(50.0 MB)" },
    "a thousand files beside those that are listed": {
      scene: told(DOUBLE, LISTED),
      script: many("src/generated"),
      asks: "1,000 files",
    },
    "a thousand files where the step says so": {
      scene: told(`${DOUBLE} Write the tables to assets/.`),
      script: many("assets"),
      asks: null,
    },
    "fifty megabytes that are listed": {
      scene: told(DOUBLE, listed({ change: ["src/double.js"], add: ["assets/data.bin"] })),
      script: large("assets/data.bin"),
      asks: null,
    },
    "a few hundred files that nobody announced": {
      scene: told(DOUBLE),
      script: many("assets").replace("1000", "900"),
      asks: null,
    },
    "a new file that a list forgot": {
      scene: told(DOUBLE, LISTED),
      script: `${HONEST_IN_NODE}; mkdir docs/more; echo more > docs/more/notes.md`,
      asks: null,
    },
  });
});
