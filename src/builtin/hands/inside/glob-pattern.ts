import { Trouble } from "./trouble.ts";

/** `*`, `**`, `?`, `[…]` and `{a,b}` as a regular expression; without a `/` it is about a file's name alone. */
export function globPattern(glob: string): RegExp {
  // A brace that nobody closes is a brace.
  const hasChoices = glob.split("{").length === glob.split("}").length;
  let open = 0;
  const partOf = (token: string): string => {
    if (token in WILD) return WILD[token] ?? "";
    if (token.length > 1) return `[${token.slice(1, -1).replace(/^!/, "^").replace(/[\\[]/g, "\\$&")}]`;
    if (token === "{" && hasChoices) {
      open++;
      return "(?:";
    }
    if (token === "," && open > 0) return "|";
    if (token === "}" && open > 0) {
      open--;
      return ")";
    }
    return token.replace(/[$()*+.?[\\\]^{|}]/, "\\$&");
  };
  const parts = (glob.replace(/^\.?\//, "").match(TOKENS) ?? []).map(partOf);
  try {
    return new RegExp(`^${glob.includes("/") ? "" : "(?:.*/)?"}${parts.join("")}$`);
  } catch {
    throw new Trouble("failed", `\`${glob}\` is no pattern of file names`);
  }
}

const WILD: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
const TOKENS = /\*\*\/|\*\*|\[[^\]]+\]|./gsu;
