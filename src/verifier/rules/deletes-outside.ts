import { deletionOf } from "../../shell/deletions.ts";
import type { Invocation } from "../../shell/invocation.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import { quoted } from "../../shell/quoted.ts";
import type { Script } from "../../shell/script.ts";
import { type Piece, prefixOf, type ShellWord } from "../../shell/shell-word.ts";
import type { Rule } from "./rule.ts";

export const deletesOutside: Rule = {
  code: "PW307",
  name: "deletes-outside",
  severity: "error",
  summary: "A contract deletes something outside the workspace.",
  why: "A contract is there to look, and it runs again and again; what it deletes outside its workspace no branch brings back.",
  check({ contracts, report }) {
    for (const { script, at } of contracts) {
      if (script.faults.length > 0) continue;
      for (const invocation of script.survey.invocations) {
        const deletion = deletionOf(invocation);
        for (const target of deletion?.targets ?? []) {
          const danger = dangerOf(target, invocation, script, deletion?.isDeep ?? false);
          if (danger !== null) report(at(target.start, target.end), ...danger);
        }
      }
    }
  },
};

type Danger = [message: string, advice: { help: string }];

const STAY_INSIDE = { help: "delete only below the workspace, or in a folder made with `mktemp -d`" };

function dangerOf(target: ShellWord, invocation: Invocation, script: Script, isDeep: boolean): Danger | null {
  const [first, second] = target.pieces;
  const shown = quoted(target.source);
  if (first === undefined) return null;
  if (isHome(first)) return [`${shown} is in the home folder, outside the workspace`, STAY_INSIDE];
  if (first.kind === "text") return outsidePath(target, prefixOf(target), invocation);
  if (first.kind === "variable") return variableDanger(first, second, target, invocation, script, isDeep);
  const isHere = first.kind === "substitution" && /\b(?:pwd|mktemp|git rev-parse --show-toplevel)\b/.test(first.source);
  if (first.kind === "substitution" && isDeep && followsRoot(second) && !isHere) {
    return [`${shown} begins at \`/\` when \`${first.source}\` prints nothing`, STAY_INSIDE];
  }
  return null;
}

const isHome = (piece: Piece): boolean => piece.kind === "home" || (piece.kind === "variable" && piece.name === "HOME");

const followsRoot = (piece: Piece | undefined): boolean => piece?.kind === "text" && piece.text.startsWith("/");

function outsidePath(target: ShellWord, path: string, { folder }: Invocation): Danger | null {
  // From a folder we do not know, only an absolute path can be judged.
  if (folder === null && !path.startsWith("/")) return null;
  const resolved = resolvePath(folder ?? "", path);
  if (!leavesRepository(resolved) || /^\/(?:var\/)?tmp(?:\/|$)/.test(resolved)) return null;
  return [`${quoted(target.source)} is outside the workspace`, STAY_INSIDE];
}

/** Where a contract runs, somebody has set these. */
const ALWAYS_SET = new Set(["PWD", "TMPDIR", "RUNNER_TEMP", "GITHUB_WORKSPACE"]);

/** `rm -rf "$DIR/build"` is `rm -rf /build` where nobody set `DIR`. */
function variableDanger(
  { name, operator }: Extract<Piece, { kind: "variable" }>,
  next: Piece | undefined,
  target: ShellWord,
  invocation: Invocation,
  { survey }: Script,
  isDeep: boolean,
): Danger | null {
  const rest = next?.kind === "text" ? next.text : "";
  const value = survey.variables.get(name);
  if (value?.text != null && operator === null) return outsidePath(target, `${value.text}${rest}`, invocation);
  if (value !== undefined || ALWAYS_SET.has(name) || operator !== null || !isDeep || !followsRoot(next)) return null;
  return [
    `${quoted(target.source)} begins at \`/\` where \`${name}\` is not set`,
    { help: `write \`\${${name}:?}\`, which stops instead, or a path below the workspace` },
  ];
}
