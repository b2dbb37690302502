import { listed, type Template } from "./honest-step.ts";
import { aLibrary, lockfile, manifest, NEW_NAMES, sourceOf, testOf } from "./library.ts";

/** Steps about code and its tests. */
export const CODE_TEMPLATES: readonly Template[] = [
  {
    name: "a feature with its tests",
    make(random) {
      const { files, modules } = aLibrary(random);
      const name = random.pick(NEW_NAMES);
      const index = `${files["src/index.js"]}export * from "./${name}.js";\n`;
      return {
        base: files,
        changes: { [`src/${name}.js`]: sourceOf(name), [`test/${name}.test.js`]: testOf(name), "src/index.js": index },
        step: {
          title: `Add ${name}`,
          task: `Add a module for the ${name}, beside \`src/${modules[0]}.js\`, with tests, and export it.`,
          extra: listed({ change: ["src/index.js"], add: [`src/${name}.js`, `test/${name}.test.js`] }),
          contract: random.pick([`node --test test/${name}.test.js`, `npm test && grep -q ${name} src/index.js`]),
        },
      };
    },
  },
  {
    name: "a feature told in prose",
    make(random) {
      const { files } = aLibrary(random);
      const name = random.pick(NEW_NAMES);
      return {
        base: files,
        changes: { [`src/${name}.js`]: sourceOf(name), [`test/${name}.test.js`]: testOf(name) },
        step: {
          title: `The ${name}`,
          task: `Write \`src/${name}.js\`, which doubles a number. Cover it in \`test/${name}.test.js\`.`,
          contract: `node --test test/${name}.test.js`,
        },
      };
    },
  },
  {
    name: "a fault that a test of the base shows",
    make(random) {
      const { files, modules, run } = aLibrary(random);
      const module = random.pick(modules);
      const isListed = random.below(2) === 0;
      return {
        base: { ...files, [`src/${module}.js`]: sourceOf(module, random.pick([1, 3, 0])) },
        changes: { [`src/${module}.js`]: sourceOf(module) },
        step: {
          title: `Mend the ${module}`,
          task: `The ${module} is wrong. Make \`test/${module}.test.js\` pass${isListed ? "" : ` by mending \`src/${module}.js\``}.`,
          extra: isListed ? listed({ change: [`src/${module}.js`] }) : "",
          contract: run,
        },
      };
    },
  },
  {
    name: "a fault with a new test for it",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const test = `${testOf(module)}\ntest("a ${module} of nothing is nothing", () => {\n  assert.equal(${module}Of(0.1 + 0.2), 0.6);\n});\n`;
      return {
        base: files,
        changes: {
          [`src/${module}.js`]: sourceOf(module).replace(
            "return number * 2;",
            "return Math.round(number * 200) / 100;",
          ),
          [`test/${module}.test.js`]: test,
        },
        step: {
          title: `Round the ${module}`,
          task: `Round the ${module} to two places, and extend \`test/${module}.test.js\` accordingly.`,
          extra: listed({ change: [`src/${module}.js`, `test/${module}.test.js`] }),
          contract: `node --test --test-name-pattern="of nothing" test/${module}.test.js && grep -q "of nothing" test/${module}.test.js`,
        },
      };
    },
  },
  {
    name: "tests that move",
    make(random) {
      const { files, modules } = aLibrary(random);
      const folder = random.pick(["unit", "fast"]);
      const moved = modules.map((module): [string, string] => [
        `test/${folder}/${module}.test.js`,
        testOf(module, "../../src"),
      ]);
      const gone = modules.map((module) => `test/${module}.test.js`);
      return {
        base: files,
        changes: { ...Object.fromEntries(moved), ...Object.fromEntries(gone.map((path) => [path, null])) },
        step: {
          title: `Move the tests to test/${folder}`,
          task: `Move all tests from \`test/\` to \`test/${folder}/\`.`,
          extra: random.pick([
            listed({ add: moved.map(([path]) => path), delete: gone }),
            listed({ add: [`test/${folder}/`], delete: gone }),
          ]),
          contract: `node --test test/${folder}/*.test.js`,
        },
      };
    },
  },
  {
    name: "a test that gets another name",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const to = `test/${module}-of.test.js`;
      return {
        base: files,
        changes: { [`test/${module}.test.js`]: null, [to]: testOf(module) },
        step: {
          title: "A better name",
          task: `Rename \`test/${module}.test.js\` to \`${to}\`.`,
          extra: random.pick(["", listed({ add: [to], delete: [`test/${module}.test.js`] })]),
          contract: `node --test ${to}`,
        },
      };
    },
  },
  {
    name: "tests that are merged",
    make(random) {
      const { files, modules } = aLibrary(random);
      const [a = "", b = ""] = modules;
      const merged = `${testOf(a)}\n${testOf(b).split("\n").slice(4).join("\n")}`.replace(
        `from "../src/${a}.js";\n`,
        `from "../src/${a}.js";\nimport { ${b}Of } from "../src/${b}.js";\n`,
      );
      return {
        base: files,
        changes: { [`test/${a}.test.js`]: merged, [`test/${b}.test.js`]: null },
        step: {
          title: "One file of tests",
          task: `Merge \`test/${b}.test.js\` into \`test/${a}.test.js\`.`,
          extra: listed({ change: [`test/${a}.test.js`], delete: [`test/${b}.test.js`] }),
          contract: `test ! -e test/${b}.test.js && node --test`,
        },
      };
    },
  },
  {
    name: "tests that are split",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const [head = "", ...tests] = testOf(module).split(/\n(?=test\()/);
      const [first, second] = [`test/${module}.test.js`, `test/${module}-errors.test.js`];
      return {
        base: files,
        changes: { [first]: `${head}\n${tests[0]}`, [second]: `${head}\n${tests[1]}` },
        step: {
          title: "Errors apart",
          task: `Split \`${first}\`: errors go to \`${second}\`.`,
          extra: random.pick(["", listed({ change: [first], add: [second] })]),
          contract: `node --test ${second}`,
        },
      };
    },
  },
  {
    name: "tests that become a table",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const path = `test/${module}.test.js`;
      const table = testOf(module).replace(
        /test\("the [\s\S]*?\n\}\);\n/,
        `for (const [number, expected] of [\n  [2, 4],\n  [-1, -2],\n]) {\n  test(\`the ${module} of \${number} is \${expected}\`, () => {\n    assert.equal(${module}Of(number), expected);\n  });\n}\n`,
      );
      return {
        base: files,
        changes: { [path]: table },
        step: {
          title: "A table of numbers",
          task: `Rewrite the tests of the ${module} as a table.`,
          extra: listed({ change: [path] }),
          contract: `grep -q "for (const" ${path} && node --test ${path}`,
        },
      };
    },
  },
  {
    name: "a module that gets another name",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const to = `${module}-rules`;
      return {
        base: files,
        changes: {
          [`src/${module}.js`]: null,
          [`src/${to}.js`]: sourceOf(module),
          [`test/${module}.test.js`]: testOf(module).replace(`${module}.js`, `${to}.js`),
          "src/index.js": String(files["src/index.js"]).replace(`${module}.js`, `${to}.js`),
        },
        step: {
          title: `Rename the ${module}`,
          task: `Rename \`src/${module}.js\` to \`src/${to}.js\` and follow the name everywhere.`,
          extra: listed({
            change: ["src/index.js", `test/${module}.test.js`],
            add: [`src/${to}.js`],
            delete: [`src/${module}.js`],
          }),
          contract: `test -f src/${to}.js && npm test`,
        },
      };
    },
  },
  {
    name: "nothing but formatting",
    make(random) {
      const { files, modules, run } = aLibrary(random);
      const formatted = (text: string): string => text.replaceAll("  ", "\t").replaceAll('"', "'");
      const paths = modules.flatMap((module) => [`src/${module}.js`, `test/${module}.test.js`]);
      return {
        base: files,
        changes: Object.fromEntries(paths.map((path) => [path, formatted(String(files[path]))])),
        step: {
          title: "Tabs and single quotes",
          task: "Format everything with tabs and single quotes. Nothing else changes.",
          extra: random.pick([
            listed({ change: ["src/", "test/"] }),
            listed({ change: paths }),
            listed({ change: ["**/*.js"] }),
          ]),
          contract: `${run} && ! grep -rq '"' src/${modules[0]}.js`,
        },
      };
    },
  },
  {
    name: "a new dependency",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const [name, version] = random.pick([
        ["zod", "4.1.0"],
        ["nanoid", "5.1.5"],
        ["kleur", "4.1.5"],
      ] as const);
      const own = String(JSON.parse(String(files["package.json"])).name);
      const isLockfileListed = random.below(2) === 0;
      return {
        base: files,
        changes: {
          "package.json": manifest(own, { [name]: version }),
          "package-lock.json": lockfile(own, { [name]: version }),
          [`src/${module}.js`]: `// Checked with ${name}.\n${sourceOf(module)}`,
        },
        step: {
          title: `Depend on ${name}`,
          task: `Add ${name} to the dependencies and mention it in \`src/${module}.js\`.`,
          extra: listed({
            change: ["package.json", `src/${module}.js`, ...(isLockfileListed ? ["package-lock.json"] : [])],
          }),
          contract: `grep -q '"${name}"' package-lock.json && grep -q ${name} src/${module}.js`,
        },
      };
    },
  },
  {
    name: "a config that the step names",
    make(random) {
      const { files, run } = aLibrary(random);
      const own = String(JSON.parse(String(files["package.json"])).name);
      const [path, text] = random.pick([
        ["tsconfig.json", `{ "compilerOptions": { "strict": true, "checkJs": true } }\n`],
        [".editorconfig", "root = true\n"],
        ["eslint.config.js", "export default [];\n"],
        [".github/workflows/ci.yml", "on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n"],
      ] as const);
      return {
        base: files,
        changes: { [path]: text, "package.json": manifest(own, {}, { engines: { node: ">=20" } }) },
        step: {
          title: "Say how it is built",
          task: `Create \`${path}\`, and say in \`package.json\` which Node is needed.`,
          extra: random.pick(["", listed({ change: ["package.json"], add: [path] })]),
          contract: `test -s ${path} && grep -q engines package.json && ${run}`,
        },
      };
    },
  },
];
