import { sameJson } from "../../std/same-json.ts";
import { editMembers, type MemberEdit } from "./json-members.ts";
import { isJudge, roleOfFile } from "./role-of-file.ts";

/** What of a `package.json` decides how a contract runs. All else in it, such as the entry points, is production. */
export type RestoredManifest = { text: string; what: string[] };

/**
 * The worker's `package.json` with those parts as they are on the base: the scripts that contracts use, the settings of
 * runners, and the versions of runners. Null when they are the same already. Text that is no JSON gives the base back.
 */
export function restoreManifest(
  base: string,
  worker: string,
  usedScripts: ReadonlySet<string>,
): RestoredManifest | null {
  try {
    return merged(base, worker, usedScripts);
  } catch (error) {
    // Nested deeper than the stack: only a manifest made to break us gets here.
    if (!(error instanceof RangeError)) throw error;
    return { text: base, what: ["all of it, because it is nested too deep"] };
  }
}

function merged(base: string, worker: string, usedScripts: ReadonlySet<string>): RestoredManifest | null {
  const [before, after] = [parsed(base), parsed(worker)];
  if (before === null) return base === worker ? null : { text: base, what: ["all of it"] };
  if (after === null) return { text: base, what: ["all of it, because it is no JSON any more"] };
  const edits = [
    ...["imports", "exports"].flatMap((key) => aliasEdits(key, recordIn(before[key]), recordIn(after[key]))),
    ...RUNNER_KEYS.flatMap((key) => edit([key], before[key], after[key])),
    ...scriptEdits(recordIn(before.scripts), recordIn(after.scripts), usedScripts),
    ...DEPENDENCY_KEYS.flatMap((key) => versionEdits(key, recordIn(before[key]), after)),
  ];
  if (edits.length === 0) return null;
  return { text: editMembers(worker, edits), what: edits.map(({ path }) => `\`${path.join(".")}\``) };
}

type Json = Record<string, unknown>;

/** Settings of tools that decide whether work is good, and of what is installed in place of what. */
const RUNNER_KEYS = [
  ...[
    "jest",
    "vitest",
    "mocha",
    "ava",
    "c8",
    "nyc",
    "tap",
    "tape",
    "playwright",
    "cypress",
    "stryker",
    "tsd",
    "wireit",
    "nx",
  ],
  ...["babel", "swc", "eslintConfig", "eslintIgnore", "prettier", "stylelint", "xo", "standard", "knip", "size-limit"],
  ...["overrides", "resolutions", "pnpm", "packageManager", "volta", "config"],
];

const DEPENDENCY_KEYS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

const RUNNERS =
  /^(?:vitest|jest|mocha|ava|chai|jasmine|tap|tape|uvu|karma|cypress|playwright|c8|nyc|sinon|expect|typescript|eslint|prettier|tsx|ts-node|ts-jest|babel-jest|expect-type|tsd|knip|oxlint|@(?:vitest|jest|playwright|testing-library|biomejs|swc|babel|typescript-eslint|eslint)\/.+|(?:vitest|jest|eslint|mocha|karma|chai)-.+)$/;

/** A name under which tests find what they are made of leads there still. Where the product is found is its own matter. */
const aliasEdits = (key: string, before: Json, after: Json): MemberEdit[] =>
  Object.entries(before)
    .filter(([, target]) => pathsIn(target).some((path) => isJudge(roleOfFile(path))))
    .flatMap(([name, target]) => edit([key, name], target, own(after, name)));

/** A target is a path, or a path for each condition. */
const pathsIn = (target: unknown): string[] =>
  [...JSON.stringify(target ?? "").matchAll(/"\.\/([^"]+)"/g)].map((match) => match[1] ?? "");

function scriptEdits(before: Json, after: Json, used: ReadonlySet<string>): MemberEdit[] {
  const names = [...used].filter((name) => Object.hasOwn(before, name));
  // A hook that was not there would run before the script, and can do as it likes.
  const hooks = names.flatMap((name) => [`pre${name}`, `post${name}`]);
  return [...new Set([...names, ...hooks])].flatMap((name) =>
    edit(["scripts", name], own(before, name), own(after, name)),
  );
}

/** A runner that was there keeps its version. One that is new proves nothing yet, and stays. */
function versionEdits(key: string, before: Json, after: Json): MemberEdit[] {
  const now = recordIn(after[key]);
  return Object.entries(before)
    .filter(([name]) => RUNNERS.test(name))
    .flatMap(([name, version]) => edit([key, name], version, own(now, name)));
}

const own = (record: Json, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

const edit = (path: string[], before: unknown, after: unknown): MemberEdit[] =>
  before === after || (before !== undefined && after !== undefined && sameJson(before, after))
    ? []
    : [{ path, value: before }];

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

const recordIn = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
