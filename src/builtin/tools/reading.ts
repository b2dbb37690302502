import { inputSchema, TEXT } from "./schema.ts";
import { pathIn, told } from "./told.ts";
import type { BuiltinTool } from "./tool.ts";

const READING = { readOnly: true, kind: "read", severity: "low", modes: ["act", "plan"], paths: pathIn } as const;

export const readFile: BuiltinTool = {
  ...READING,
  name: "read_file",
  description: "Read a text file, or a part of it.",
  schema: inputSchema({
    path: { type: "string", description: "Relative to the tree, here and elsewhere" },
    "from_line?": { type: "integer", minimum: 1, maximum: 1_000_000_000 },
    "lines?": { type: "integer", minimum: 1, maximum: 5000 },
  }),
  told: ({ path }) => `reads ${told(path)}`,
};

export const searchCode: BuiltinTool = {
  ...READING,
  name: "search_code",
  description: "Find lines that match a JavaScript regular expression, in files that git does not ignore.",
  schema: inputSchema({
    pattern: { type: "string", maxLength: 1000 },
    "path?": TEXT,
    "glob?": { type: "string", maxLength: 200, description: "Such as *.ts or src/**/*.{js,ts}" },
    "most?": { type: "integer", minimum: 1, maximum: 500, description: "Lines to give; 50" },
  }),
  told: ({ pattern }) => `searches for \`${told(pattern)}\``,
};

export const listDirectory: BuiltinTool = {
  ...READING,
  name: "list_directory",
  description: "List a folder. Ignored folders are named, not entered.",
  schema: inputSchema({ "path?": TEXT, "depth?": { type: "integer", minimum: 1, maximum: 10, description: "1" } }),
  told: (input) => `lists ${told(pathIn(input)[0])}`,
};

export const gitLog: BuiltinTool = {
  ...READING,
  name: "git_log",
  description: "The latest commits, of all or of a path.",
  schema: inputSchema({ "path?": TEXT, "most?": { type: "integer", minimum: 1, maximum: 200, description: "20" } }),
  told: (input) => `reads the history of ${told(pathIn(input)[0])}`,
};

export const gitDiff: BuiltinTool = {
  ...READING,
  name: "git_diff",
  description: "What the files have that a commit has not; names new files.",
  schema: inputSchema({ "path?": TEXT, "from?": { type: "string", maxLength: 200, description: "HEAD" } }),
  told: (input) => `compares ${told(pathIn(input)[0])}`,
};
