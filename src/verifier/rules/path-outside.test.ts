// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell variables
import { describe, expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import { findings, pointersOf } from "./findings.testkit.ts";
import { pathOutside } from "./path-outside.ts";

const LINKS = {
  exists: (path: string) => !path.includes("new"),
  leadsOutside: (path: string) => path === "vendor" || path.startsWith("vendor/"),
};
const said = (path: string): string[] => {
  const plan = aPlan([aStep("a", { files: { ...noFiles, change: [{ path }] } })]);
  return findings(pathOutside, plan, LINKS).map(({ message }) => message);
};

test.each([
  ["/etc/hosts", "is an absolute path"],
  ["~", "is in a home folder"],
  ["~/notes.md", "is in a home folder"],
  ["~root/.ssh/", "is in a home folder"],
  ["$HOME/.ssh/", "is in a home folder"],
  ["${HOME}/.ssh/", "is in a home folder"],
  ["C:\\Users\\me", "is an absolute path"],
  ["c:/Users/me", "is an absolute path"],
  ["\\\\server\\share", "is an absolute path"],
  ["..", "climbs out of the repository"],
  ["../other/a.ts", "climbs out of the repository"],
  ["src/../../other", "climbs out of the repository"],
  ["src/**/../../../x", "climbs out of the repository"],
  ["..\\other", "climbs out of the repository"],
  ["src\\..\\..\\other", "climbs out of the repository"],
  ["vendor/lib/a.ts", "leaves the repository by a symbolic link"],
  ["vendor/new/b.ts", "leaves the repository by a symbolic link"],
  ["vendor/*.ts", "leaves the repository by a symbolic link"],
  ["src/../vendor/a.ts", "leaves the repository by a symbolic link"],
])("%j %s", (path, reason) => {
  expect(said(path)).toEqual([`\`${path}\` ${reason}`]);
});

describe("allows", () => {
  test.each([
    "src/a.ts",
    "./",
    "a/../b",
    "a/b/../../c",
    "..a/b",
    "a..b",
    "~$draft.docx",
    "src/*.ts",
    "*",
    "",
    "a:b",
    "$HOMEPAGE",
    "new/vendor/a.ts",
  ])("%j", (path) => {
    expect(said(path)).toEqual([]);
  });
});

test("looks at every list, at protected areas and at subscribed files, and not at topics", () => {
  const path = "/etc/x";
  const files = { change: [{ path }], add: [{ path }], delete: [{ path }], mustNotTouch: [{ path }] };
  const subscriptions = [
    { kind: "file" as const, name: path },
    { kind: "topic" as const, name: path },
  ];
  const plan = aPlan([aStep("a", { files, subscriptions })], { protectedAreas: [{ name: "X", paths: ["src", path] }] });
  expect(pointersOf(findings(pathOutside, plan))).toEqual([
    "/protectedAreas/0/paths/1",
    "/steps/0/files/change/0/path",
    "/steps/0/files/add/0/path",
    "/steps/0/files/delete/0/path",
    "/steps/0/files/mustNotTouch/0/path",
    "/steps/0/subscriptions/0/name",
  ]);
});

test("does not ask the machine about a path that no file system has", () => {
  expect(said(`vendor/${"a/".repeat(5000)}`)).toEqual([]);
});
