import type { Files } from "../mutation/files.ts";
import type { Random } from "../mutation/random.ts";

/** A small JavaScript package as bases are made of: some modules, a test for each, and the usual files around them. */
export type Library = { files: Files; modules: readonly string[]; run: string };

export function aLibrary(random: Random): Library {
  const first = random.below(NAMES.length);
  const modules = [0, 1, 2].map((step) => NAMES[(first + step * 5) % NAMES.length] ?? "");
  const name = random.pick(["toolbox", "shop", "weather", "ledger"]);
  const files: Record<string, string> = {
    "package.json": manifest(name, {}),
    "package-lock.json": lockfile(name, {}),
    ".gitignore": "node_modules\ncoverage\n",
    "README.md": `# ${name}\n\nSmall things, well tested.\n`,
    "src/index.js": modules.map((module) => `export * from "./${module}.js";\n`).join(""),
  };
  for (const module of modules) {
    files[`src/${module}.js`] = sourceOf(module);
    files[`test/${module}.test.js`] = testOf(module);
  }
  return { files, modules, run: random.pick(["npm test", "node --test", "npm test --silent"]) };
}

const NAMES = ["cart", "price", "order", "stock", "parcel", "tax", "coupon", "invoice", "refund", "basket", "label"];

/** Names that no library has yet. */
export const NEW_NAMES = ["wishlist", "currency", "address", "weight", "gift", "season", "rating", "supplier"];

/** `by` is what the module multiplies with; its test asks for 2. */
export const sourceOf = (module: string, by = 2): string => `/** The ${module} of a number. */
export function ${module}Of(number) {
  if (typeof number !== "number") throw new TypeError("not a number");
  return number * ${by};
}
`;

export const testOf = (module: string, from = "../src"): string => `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${module}Of } from "${from}/${module}.js";

test("the ${module} of a number is twice the number", () => {
  assert.equal(${module}Of(2), 4);
  assert.equal(${module}Of(-1), -2);
});

test("a ${module} needs a number", () => {
  assert.throws(() => ${module}Of("2"), TypeError);
});
`;

type Versions = Readonly<Record<string, string>>;

export const manifest = (name: string, dependencies: Versions, more: object = {}): string =>
  `${JSON.stringify({ name, version: "1.0.0", type: "module", scripts: { test: "node --test" }, ...more, dependencies }, null, 2)}\n`;

export const lockfile = (name: string, dependencies: Versions): string =>
  `${JSON.stringify({ name, version: "1.0.0", lockfileVersion: 3, packages: { "": { name, dependencies } } }, null, 2)}\n`;
