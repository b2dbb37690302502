import { weakenings } from "./weakening/weakenings.ts";

/**
 * Rust has tests in the files they test. The worker's file with the test modules of the base in place of its own, or
 * null where they may stay: nothing but additions, or, unless `strictly`, nothing that weakens them.
 */
export function restoreInnerTests(
  path: string,
  base: string,
  worker: string,
  { strictly }: { strictly: boolean },
): string | null {
  const restored = modulesIn(base).reduce((text, module) => {
    const own = modulesIn(text, module.name)[0];
    if (own !== undefined && isAsStrong(path, module, own, strictly)) return text;
    if (own === undefined) return `${text.trimEnd()}\n\n${module.text}\n`;
    return text.slice(0, own.start) + module.text + text.slice(own.start + own.text.length);
  }, worker);
  return restored === worker ? null : restored;
}

/**
 * The base's file with the worker's test modules, or null where those are the same. The worker's file itself, where nothing
 * else was changed in it.
 */
export function graftInnerTests(path: string, base: string, worker: string): string | null {
  const grafted = restoreInnerTests(path, worker, base, { strictly: true });
  return grafted !== null && plain(grafted) === plain(worker) ? worker : grafted;
}

type TestModule = { name: string; start: number; text: string; attributes: string; inside: string };

function isAsStrong(path: string, base: TestModule, own: TestModule, strictly: boolean): boolean {
  if (own.attributes !== base.attributes) return false;
  if (plain(own.inside) === plain(base.inside)) return true;
  if (strictly) return testsIn(base.inside).every((each) => plain(own.inside).includes(plain(each)));
  return weakenings(path, base.inside, own.inside).length === 0;
}

const plain = (text: string): string => text.replace(/\s+/g, " ");

/** Each test from its attributes to where the next one begins. */
function testsIn(inside: string): string[] {
  const starts = [...inside.matchAll(/^[ \t]*#\[(?:\w+::)*test\b/gm)].map(({ index }) => index);
  return starts.map((start) => {
    const open = inside.indexOf("{", start);
    return inside.slice(start, endOfBlock(inside, open));
  });
}

/** Modules that only tests are built with; with a name, the modules of that name whatever they are built with. */
function modulesIn(text: string, name?: string): TestModule[] {
  const code = withoutComments(text);
  const found = code.matchAll(
    /((?:^[ \t]*#\[[^\n]{1,200}\]\s{1,20}){0,9})^[ \t]*(?:pub(?:\([a-z]+\))?\s+)?mod\s+(\w+)\s*([;{])/gm,
  );
  return [...found].flatMap((match) => {
    const [whole, attributes = "", own = "", opening] = match;
    if (name === undefined ? !/#\[cfg\(test\)\]/.test(attributes) : own !== name) return [];
    const inner = match.index + whole.length;
    const end = opening === ";" ? inner : endOfBlock(text, inner - 1);
    return [
      {
        ...{ name: own, start: match.index, text: text.slice(match.index, end), attributes: plain(attributes) },
        inside: text.slice(inner, end),
      },
    ];
  });
}

/** Blanked, so that a module which is commented out is none. */
const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"/g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, " "),
  );

/** Behind the brace that closes the one at `open`; the end of the text when nothing does. */
function endOfBlock(text: string, open: number): number {
  const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#{0,9})"[\s\S]*?"\1|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|[{}]/g;
  tokens.lastIndex = open;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === "{") depth += 1;
    if (token[0] === "}" && --depth === 0) return tokens.lastIndex;
  }
  return text.length;
}
