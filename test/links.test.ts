import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorsOf, linksIn } from "./links.ts";

const pages = globSync(["*.md", "docs/**/*.md"]).sort();
const read = (path: string): string => readFileSync(path, "utf8");

describe("links between pages", () => {
  test.each(pages.map((page) => [page]))("of %s lead to files and headings that are there", (page) => {
    const broken = linksIn(read(page)).filter(({ path, anchor }) => {
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== "" && !anchorsOf(read(target)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test("lead to every page of docs/ from its first one", () => {
    const first = linksIn(read("docs/README.md")).map(({ path }) => join("docs", path));
    expect(globSync("docs/*.md").filter((page) => page !== "docs/README.md" && !first.includes(page))).toEqual([]);
  });

  test("are found, and none of those in code", () => {
    const page =
      "See [a](a.md#b-c) and [web](https://example.org), `[no](x.md)`.\n\n```md\n[no](y.md)\n# Not\n```\n# B, `c`!\n";
    expect(linksIn(page)).toEqual([{ path: "a.md", anchor: "b-c" }]);
    expect(anchorsOf(page)).toEqual(["b-c"]);
  });
});
