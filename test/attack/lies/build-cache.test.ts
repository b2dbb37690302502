import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runContract } from "../../../src/contracts/sides/run-contract.ts";
import { aRun, planOf } from "../a-run.ts";

/** What is kept between runs so that they are quick must never be what one run leaves for the next. */

const FILES = {
  "go.mod": "module example.com/numbers\n\ngo 1.18\n",
  "add.go": "package numbers\n\nfunc Add(a, b int) int { return a + b }\n",
  "add_test.go":
    'package numbers\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
};

test("what code under test writes into Go's cache reaches no other run", async () => {
  const { run, home } = await aRun({ files: FILES, plan: planOf({ contract: "go test ./..." }) });
  const { place } = run;
  const signal = AbortSignal.timeout(120_000);
  const tip = (await run.git.run(["rev-parse", run.branch])).stdout.toString().trim();
  const tree = await place.trees.treeOf(tip);
  const contract = (command: string) => runContract(place, { command, seconds: 100 }, tree, signal);
  const kept = (): string[] => {
    const folder = join(home, "caches");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map(({ name, parentPath }) => `${name} ${readFileSync(join(parentPath, name)).toString("base64")}`);
  };

  // Nobody is shown a cache before it is asked for.
  expect((await contract("test ! -e ~/.cache/go-build")).exit).toEqual({ kind: "exited", code: 0 });
  await place.builds?.fill(["go test ./..."], signal);
  const before = kept();
  expect(before.length).toBeGreaterThan(50);

  const poison =
    "find ~/.cache/go-build -type f -exec sh -c 'echo poison > \"$1\"' sh {} \\; && touch ~/.cache/go-build/own";
  expect((await contract(poison)).exit).toEqual({ kind: "exited", code: 0 });
  const look = "test -d ~/.cache/go-build && ! test -e ~/.cache/go-build/own && ! grep -rqx poison ~/.cache/go-build";
  expect((await contract(look)).exit).toEqual({ kind: "exited", code: 0 });
  expect((await contract("go test ./...")).exit).toEqual({ kind: "exited", code: 0 });
  // Not even what an honest run has compiled is there for the next.
  expect(kept()).toEqual(before);
});
