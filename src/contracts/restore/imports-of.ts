import { resolvePath } from "../../shell/paths.ts";
import { folderOf } from "./tree-view.ts";

/** Files beside it that a program takes in, by the words of its language. May name files that are not there. */
export function importsOf(path: string, text: string): string[] {
  const folder = folderOf(path);
  if (/\.[cm]?[jt]sx?$/.test(path))
    return scriptImports(text).flatMap((name) => withEndings(resolvePath(folder, name)));
  if (/\.py$/.test(path)) return pythonImports(text).flatMap((name) => pythonFiles(folder, name));
  return [];
}

const scriptImports = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:\bfrom|\bimport|\brequire|\breadFileSync|\bURL)\s{0,9}\(?\s{0,9}["'`](\.{1,2}\/[^"'`\n]+)["'`]/g,
    ),
  ].map((match) => match[1] ?? "");

/** How Node and bundlers complete a path. */
function withEndings(path: string): string[] {
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  const endings = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".json", "/index.js", "/index.ts"];
  return [...new Set([path, ...endings.flatMap((ending) => [`${path}${ending}`, `${stem}${ending}`])])];
}

const pythonImports = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+([\w, \t]+)|import[ \t]+([\w., \t]+))/gm)].flatMap(
    ([, from, names = "", plain = ""]) =>
      from === undefined ? listed(plain) : [from, ...listed(names).map((name) => `${from}.${name}`)],
  );

const listed = (names: string): string[] =>
  names
    .split(",")
    .map((name) => name.trim().split(/\s/, 1)[0] ?? "")
    .filter((name) => name !== "");

/** From the program's own folder, which comes first on Python's path, and from the top. */
function pythonFiles(folder: string, module: string): string[] {
  const relative = /^(\.*)(.*)$/.exec(module);
  const inner = (relative?.[2] ?? "").replaceAll(".", "/");
  const folders = [folder, resolvePath(folder, ".."), ""];
  return folders.flatMap((each) => [resolvePath(each, `${inner}.py`), resolvePath(each, `${inner}/__init__.py`)]);
}
