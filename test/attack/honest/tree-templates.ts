import type { Files } from "../mutation/files.ts";
import { listed, type Template } from "./honest-step.ts";
import { aLibrary, sourceOf } from "./library.ts";

/** Steps about everything else that lies in a repository. */
export const TREE_TEMPLATES: readonly Template[] = [
  {
    name: "words only",
    make(random) {
      const { files } = aLibrary(random);
      const path = random.pick(["README.md", "docs/guide.md", "CHANGELOG.md", "docs/how to start.md"]);
      const word = random.pick(["Installing", "Licence", "Thanks"]);
      return {
        base: files,
        changes: { [path]: `${files[path] ?? "# Guide\n"}\n## ${word}\n\nRun \`npm ci\`.\n` },
        step: {
          title: `A chapter: ${word}`,
          task: `Write a chapter "${word}".`,
          extra: listed(path in files ? { change: [path] } : { add: [path] }),
          contract: `grep -q '${word}' '${path}'`,
        },
      };
    },
  },
  {
    name: "generated files",
    make(random) {
      const { files, modules } = aLibrary(random);
      const built = Object.fromEntries(
        modules.map((module) => [`dist/${module}.js`, `/* built */\n${sourceOf(module)}`]),
      );
      return {
        base: { ...files, "dist/old.js": "/* built */\n" },
        changes: { ...built, "dist/old.js": null, "dist/index.d.ts": "export {};\n" },
        step: {
          title: "Build it",
          task: "Build the package into `dist/`, which is committed.",
          extra: listed({ change: [random.pick(["dist/", "dist/**", "dist"])] }),
          contract: `test ! -e dist/old.js && node --check dist/${modules[0]}.js`,
        },
      };
    },
  },
  {
    name: "snapshots that the step names",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const snapshot = "test/__snapshots__/page.txt.snap";
      return {
        base: { ...files, [snapshot]: "exports[`page 1`] = `old`;\n" },
        changes: {
          [snapshot]: "exports[`page 1`] = `old`;\nexports[`page 2`] = `new`;\n",
          [`src/${module}.js`]: `// new\n${sourceOf(module)}`,
        },
        step: {
          title: "A second page",
          task: "Add the second page; its snapshot is new.",
          extra: listed({ change: [`src/${module}.js`, "test/__snapshots__/"] }),
          contract: `grep -q 'page 2' ${snapshot} && grep -q '// new' src/${module}.js`,
        },
      };
    },
  },
  {
    name: "line ends of Windows",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
      const isConverted = random.below(2) === 0;
      const attributes: Files = isConverted ? { ".gitattributes": "*.js text eol=crlf\n" } : {};
      const path = `src/${module}.js`;
      const base = { ...files, ...attributes, [path]: crlf(sourceOf(module, 3)) };
      return {
        base,
        changes: { [path]: crlf(sourceOf(module)) },
        step: {
          title: `Mend the ${module}`,
          task: `It must double the number. The line ends stay as they are.`,
          extra: listed({ change: [path] }),
          contract: random.pick([`node --test test/${module}.test.js`, `grep -q $'2;\\r' ${path}`]),
        },
      };
    },
  },
  {
    name: "attributes that the step names",
    make(random) {
      const { files } = aLibrary(random);
      const rule = random.pick(["*.sh text eol=lf", "*.png binary", "* text=auto"]);
      return {
        base: files,
        changes: { ".gitattributes": `${rule}\n` },
        step: {
          title: "Attributes",
          task: `Create \`.gitattributes\` with \`${rule}\`.`,
          extra: listed({ add: [".gitattributes"] }),
          contract: `grep -qF '${rule}' .gitattributes`,
        },
      };
    },
  },
  {
    name: "pointers of Git LFS",
    make(random) {
      const { files, modules } = aLibrary(random);
      const pointer = (digit: string): string =>
        `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 1${digit}\n`;
      const module = random.pick(modules);
      const hasNew = random.below(2) === 0;
      const base = {
        ...files,
        ".gitattributes": "*.psd filter=lfs diff=lfs merge=lfs -text\n",
        "art/logo.psd": pointer("1"),
      };
      return {
        base,
        changes: {
          [`src/${module}.js`]: `// drawn\n${sourceOf(module)}`,
          ...(hasNew ? { "art/icon.psd": pointer("2") } : {}),
        },
        step: {
          title: "Draw an icon",
          task: "Draw an icon and say so.",
          extra: listed({ change: [`src/${module}.js`], ...(hasNew ? { add: ["art/icon.psd"] } : {}) }),
          contract: `grep -q drawn src/${module}.js${hasNew ? " && test -f art/icon.psd" : ""}`,
        },
      };
    },
  },
  {
    name: "files that are no text",
    make(random) {
      const { files } = aLibrary(random);
      const path = random.pick(["assets/logo.png", "assets/font.woff2", "assets/data.bin"]);
      const bytes = (start: number): Uint8Array => Uint8Array.from({ length: 600 }, (_, at) => (at * 7 + start) % 256);
      const isThere = random.below(2) === 0;
      return {
        base: isThere ? { ...files, [path]: bytes(1) } : files,
        changes: { [path]: bytes(2 + random.below(50)) },
        step: {
          title: "A better picture",
          task: `Draw \`${path}\` anew.`,
          extra: listed(isThere ? { change: [path] } : { add: [path] }),
          contract: `test "$(wc -c < ${path})" -eq 600 && ! head -c 1 ${path} | grep -q "$(printf '\\001')"`,
        },
      };
    },
  },
  {
    name: "names in other letters, and with spaces",
    make(random) {
      const { files } = aLibrary(random);
      const path = random.pick([
        "src/größe.js",
        "src/日本.js",
        "src/with space.js",
        "docs/тест план.md",
        "src/it's.js",
        "src/a [b].js",
      ]);
      return {
        base: files,
        changes: { [path]: path.endsWith(".js") ? sourceOf("size") : "# План\n" },
        step: {
          title: "Sizes",
          task: "Write down the size.",
          extra: listed({ add: [path] }),
          contract: `test -s "${path}"`,
        },
      };
    },
  },
  {
    name: "programs and their mode",
    make(random) {
      const { files } = aLibrary(random);
      const path = random.pick(["bin/start", "bin/serve.sh", "src/cli.sh"]);
      const text = "#!/bin/sh\necho started\n";
      return {
        base: { ...files, [path]: text },
        changes: { [path]: { program: text } },
        step: {
          title: "Make it a program",
          task: `Make \`${path}\` executable.`,
          extra: listed({ change: [path] }),
          contract: `./${path} | grep -q started`,
        },
      };
    },
  },
  {
    name: "links",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const path = random.pick(["latest.js", "src/default.js", "docs/source.js"]);
      const target = path.includes("/") ? `../src/${module}.js` : `src/${module}.js`;
      return {
        base: files,
        changes: { [path]: { link: target } },
        step: {
          title: "A short way",
          task: `Link \`${path}\` to the ${module}.`,
          extra: listed({ add: [path] }),
          contract: `test -L ${path} && grep -q ${module}Of ${path}`,
        },
      };
    },
  },
  {
    name: "a script of the step's own",
    make(random) {
      const { files, modules } = aLibrary(random);
      const module = random.pick(modules);
      const path = random.pick(["scripts/check.sh", "tools/verify.sh", "check.sh"]);
      return {
        base: { ...files, [`src/${module}.js`]: sourceOf(module, 5) },
        changes: {
          [path]: `set -e\ngrep -q 'number \\* 2' src/${module}.js\n`,
          [`src/${module}.js`]: sourceOf(module),
        },
        step: {
          title: "Check it",
          task: `Write a script that checks the ${module}, and mend it.`,
          extra: listed({ change: [`src/${module}.js`], add: [path] }),
          contract: `bash ${path}`,
        },
      };
    },
  },
];
