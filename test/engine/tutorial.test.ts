import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingLines, readPage } from "./a-page.ts";
import { aReader } from "./a-reader.ts";

/** The page is its own script: what a reader would write and type is written and typed here, in the order of the page. */
test("docs/tutorial.md does what it says, from the first command to the last", () => {
  const reader = aReader();
  const parts = readPage(readFileSync("docs/tutorial.md", "utf8"));
  for (const part of parts) {
    if (part.kind === "file") {
      reader.write(part.path, part.text);
      continue;
    }
    const { status, printed } = reader.type(part.line);
    expect([part.line, status, printed]).toEqual([part.line, part.status, printed]);
    expect([part.line, missingLines(part.quoted, printed), printed]).toEqual([part.line, [], printed]);
  }
  const typed = parts.flatMap((part) => (part.kind === "command" ? [part.line.split(" ").slice(0, 2).join(" ")] : []));
  const road = ["init", "verify", "run", "log", "receipts", "merge", "audit", "clean", "down"];
  expect(typed).toEqual(expect.arrayContaining(road.map((word) => `planwright ${word}`)));
}, 240_000);
