import type { FileSet } from "../../ports/dialect.ts";

/** A plan folder for tests: texts by their place in it. */
export function filesOf(texts: Record<string, string>, root = "plans/one"): FileSet {
  const pathOf = (place: string): string => (root === "" ? place : `${root}/${place}`);
  return { root, files: Object.entries(texts).map(([place, text]) => ({ path: pathOf(place), text })) };
}

/** A folder with a good `plan.md`, and these files beside it. */
export const aThread = (texts: Record<string, string>): FileSet =>
  filesOf({ "plan.md": "---\ntitle: A plan\n---\n\nWhy and how.\n", ...texts });

/** A good task, with further lines in its frontmatter. */
export const aTask = (id: string, ...lines: string[]): string =>
  [
    "---",
    `id: ${id}`,
    ...(lines.some((line) => line.startsWith("contract:")) ? [] : [`contract: test -s docs/${id}.md`]),
    ...lines,
    "---",
    "",
    `Write \`docs/${id}.md\`.`,
    "",
  ].join("\n");
