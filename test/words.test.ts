import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words of docs/style.md that have no other use: they hide who or what is meant. Reasons of rules come from src. */
const HIDING = /\b(?:nobody|somebody|anybody|everybody|whoever|unheld)\b/gi;
const pages = globSync(["README.md", "docs/*.md", "docs/dialects/*.md"]).filter((page) => page !== "docs/style.md");

/** What programs print and what code says is left out. */
const prose = (page: string): string => page.replaceAll(/^(`{3,}).*?^\1$/gms, "").replaceAll(/`[^`\n]+`/g, "");

test.each(pages.sort().map((page) => [page]))("%s says who is meant", (page) => {
  expect(prose(readFileSync(page, "utf8")).match(HIDING) ?? []).toEqual([]);
});

test("prose is a page without its code", () => {
  expect(prose("Nobody\n\n```sh\nnobody\n```\n\n`nobody` here.\n").match(HIDING)).toEqual(["Nobody"]);
});
