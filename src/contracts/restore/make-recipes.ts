/** The commands that these targets of a Makefile or justfile run, those of their prerequisites included. */
export function recipesOf(text: string, targets: readonly string[]): string[] {
  const rules = rulesIn(text.replace(/\\\r?\n/g, " "));
  const byName = new Map<string, MakeRule[]>();
  for (const rule of rules) {
    for (const name of rule.names) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [rule]);
      else same.push(rule);
    }
  }
  const variables = variablesIn(text);
  const first = rules.find(({ names }) => !names[0]?.startsWith("."));
  const commands: string[] = [];
  const seen = new Set<string>();
  const todo = [...(targets.length > 0 ? targets : (first?.names ?? []))];
  for (let target = todo.shift(); target !== undefined; target = todo.shift()) {
    if (seen.has(target)) continue;
    seen.add(target);
    for (const rule of byName.get(target) ?? []) {
      commands.push(...rule.recipe.map((line) => expanded(line, variables)));
      todo.push(...rule.needs);
    }
  }
  return commands;
}

/** What rules make. A file of that name is taken for made already, and its recipe does not run. */
export const targetsIn = (text: string): string[] =>
  rulesIn(text.replace(/\\\r?\n/g, " "))
    .flatMap(({ names }) => names)
    .filter((name) => !name.startsWith("."));

/** Files that a Makefile takes in: `include rules.mk`. Variables in them are not followed. */
export const includedIn = (text: string): string[] =>
  [...text.matchAll(/^[-s]?include[ \t]+([^\n#$]+)/gm)].flatMap((match) => (match[1] ?? "").trim().split(/\s+/));

type MakeRule = { names: string[]; needs: string[]; recipe: string[] };

function rulesIn(text: string): MakeRule[] {
  const rules: MakeRule[] = [];
  let open: MakeRule | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line)) {
      open?.recipe.push(line.trim().replace(/^[@+-]+\s*/, ""));
      continue;
    }
    const head = /^([^\s#:=][^#:=]*):(?![:=])([^=;]*)(?:;(.*))?$/.exec(line);
    if (head === null) {
      if (line.trim() !== "" && !line.startsWith("#")) open = null;
      continue;
    }
    // A justfile puts parameters behind the name; nobody asks for a target of that name, so they do no harm.
    open = { names: wordsOf(head[1]), needs: wordsOf(head[2]), recipe: head[3] === undefined ? [] : [head[3].trim()] };
    rules.push(open);
  }
  return rules;
}

const wordsOf = (text = ""): string[] => text.split(/[\s|]+/).filter((word) => word !== "");

const variablesIn = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^(\w+)[ \t]*[:?]?:?=[ \t]*([^\n#]*)/gm)].map((match) => [
      match[1] ?? "",
      (match[2] ?? "").trim().slice(0, LONGEST_VALUE),
    ]),
  );

/** A value that is longer is no name of a tool, and writing it out many times over could fill the memory. */
const LONGEST_VALUE = 500;

/** One level of `$(NAME)`, which is how most Makefiles name a tool or a folder. */
const expanded = (line: string, variables: ReadonlyMap<string, string>): string =>
  line
    .replace(/\$[({](\w+)[)}]/g, (whole, name: string) => variables.get(name) ?? (name === "MAKE" ? "make" : whole))
    .replaceAll("$$", "$");
