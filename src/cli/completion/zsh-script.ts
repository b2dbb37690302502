import { LIST_REFS, LIST_RUNS, quoted } from "./shell-words.ts";
import type { SpokenCommand, SpokenOption } from "./spoken-command.ts";

/** What zsh loads, by a file `_planwright` on its fpath or with \`source\`. */
export const zshScript = (commands: readonly SpokenCommand[]): string => `#compdef planwright
_planwright() {
  local verb="" i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    [[ \${words[i]} == -* ]] && continue
    verb="\${verb:+$verb }\${words[i]}"
    case "$verb" in ${groups(commands)}) ;; *) break ;; esac
  done
  case "$verb \${words[CURRENT - 1]}" in
${commands.flatMap(values).join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$verb" in
${commands.map(options).join("\n")}
    esac
    _describe option found
    return
  fi
  case "$verb" in
${commands.map(offered).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_planwright" ]; then _planwright "$@"; else compdef _planwright planwright; fi
`;

const groups = (commands: readonly SpokenCommand[]): string =>
  commands
    .filter(({ path, subcommands }) => path !== "" && subcommands.length > 0)
    .map(({ path }) => quoted(path))
    .join(" | ");

const values = ({ path, options: all }: SpokenCommand): string[] =>
  all.flatMap(({ long, short, values: of }) => {
    if (of === null) return [];
    const pattern = [long, short].flatMap((name) => (name === null ? [] : [quoted(`${path} ${name}`)])).join(" | ");
    return [`    ${pattern}) ${of.length === 0 ? "_files" : `compadd -- ${of.map(quoted).join(" ")}`}; return ;;`];
  });

const options = ({ path, options: all }: SpokenCommand): string =>
  `      ${quoted(path)}) found=(${all.flatMap(described).join(" ")}) ;;`;

const described = ({ long, short, about }: SpokenOption): string[] =>
  [long, short].flatMap((name) => (name === null ? [] : [withAbout(name, about)]));

/** A colon parts the word from what is said about it. */
const withAbout = (name: string, about: string): string => quoted(`${name.replaceAll(":", "\\:")}:${about}`);

function offered({ path, subcommands, takes, words }: SpokenCommand): string {
  const fixed = [...subcommands.map(({ name, summary }) => withAbout(name, summary)), ...words.map(quoted)];
  return `    ${quoted(path)}) ${found(fixed, takes)} ;;`;
}

function found(fixed: readonly string[], takes: SpokenCommand["takes"]): string {
  if (fixed.length > 0) return `found=(${fixed.join(" ")}); _describe command found`;
  if (takes === "runs") return `compadd -- \${(f)"$(${LIST_RUNS})"}`;
  if (takes === "refs") return `compadd -- \${(f)"$(${LIST_REFS})"}`;
  return takes === "files" ? "_files" : ":";
}
