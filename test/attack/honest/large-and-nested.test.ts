import { expect, test } from "vitest";
import { gitIn } from "../a-run.ts";
import type { Files } from "../mutation/files.ts";
import { openWorkshop } from "../mutation/workshop.ts";
import { listed } from "./honest-step.ts";

const NOTHING_SAID = { restored: [], findings: [], undeclared: [] };

test("a step in a tree of 5,000 files is believed", async () => {
  const workshop = await openWorkshop();
  try {
    const many: Files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`src/part-${at % 50}/file-${at}.js`, `export const n = ${at};\n`]),
    );
    const left = await workshop.leave(workshop.commit(many), { "src/part-7/file-57.js": "export const n = 58;\n" });
    const proof = await workshop.prove(left, {
      task: "One more.",
      extra: listed({ change: ["src/part-7/file-57.js"] }),
      contract: "grep -q 58 src/part-7/file-57.js",
    });
    expect(proof.restoration).toMatchObject(NOTHING_SAID);
    expect(proof.contracts.map(({ conclusion }) => conclusion)).toEqual(["proven"]);
  } finally {
    await workshop.close();
  }
});

test("a submodule that is left alone stays as it is", async () => {
  const workshop = await openWorkshop();
  try {
    const files = { ".gitmodules": '[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n', "src/a.js": "1;\n" };
    const first = workshop.commit(files);
    gitIn(workshop.top, "update-index", "--add", "--cacheinfo", `160000,${first},vendor/lib`);
    gitIn(workshop.top, "commit", "-qm", "with a submodule");
    const base = gitIn(workshop.top, "rev-parse", "HEAD").trim();
    const left = await workshop.leave(base, { "src/a.js": "2;\n" });
    const proof = await workshop.prove(left, {
      task: "Count on.",
      extra: listed({ change: ["src/a.js"] }),
      contract: "grep -q 2 src/a.js",
    });
    expect(proof.restoration).toMatchObject(NOTHING_SAID);
    expect(proof.contracts.map(({ conclusion }) => conclusion)).toEqual(["proven"]);
    expect(gitIn(workshop.top, "ls-tree", base, "vendor/lib")).toContain(first);
  } finally {
    await workshop.close();
  }
});
