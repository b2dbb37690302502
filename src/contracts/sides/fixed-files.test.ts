import { expect, test } from "vitest";
import { executable, link, realTrees } from "../restore/real-trees.testkit.ts";
import { fixedFiles } from "./fixed-files.ts";

const trees = await realTrees();

test("names the scripts that a contract executes, and nothing of the product", async () => {
  const tree = await trees.plant({
    Makefile: "check:\n\tbash check.sh\n\tsh alias.sh\n",
    "check.sh": executable(". lib/same.sh\nbash src/double.sh\npython3 app.py\n"),
    "alias.sh": link("check.sh"),
    "other.sh": "",
    "lib/same.sh": "",
    "src/double.sh": "",
    "app.py": "",
  });
  expect((await fixedFiles(trees, "make check", tree)).sort()).toEqual(["Makefile", "check.sh", "lib/same.sh"]);
  expect(await fixedFiles(trees, "node --test", tree)).toEqual([]);
});
