import { LIST_REFS, LIST_RUNS, quoted } from "./shell-words.ts";
import type { SpokenCommand } from "./spoken-command.ts";

/**
 * What bash loads. It asks nobody but git, so that a key press costs no start of ours. The names of branches are somebody
 * else's words: `compgen -W` would carry out a command that stands in one, so they are compared as they are, and only
 * plain ones are offered.
 */
export const bashScript = (commands: readonly SpokenCommand[]): string => `# bash completion for planwright
_planwright() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" verb="" options="" words="" found="" i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] && continue
    verb="\${verb:+$verb }\${COMP_WORDS[i]}"
    case "$verb" in ${groups(commands)}) ;; *) break ;; esac
  done
  case "$verb $prev" in
${commands.flatMap(values).join("\n")}
  esac
  case "$verb" in
${commands.map(offered).join("\n")}
  esac
  [[ $cur == -* ]] && words="$options" found=""
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  while IFS= read -r word; do
    [[ $word == "$cur"* && $word =~ ^[[:alnum:]._/-]+$ ]] && COMPREPLY+=("$word")
  done <<< "$found"
}
complete -o bashdefault -o default -F _planwright planwright
`;

const groups = (commands: readonly SpokenCommand[]): string =>
  commands
    .filter(({ path, subcommands }) => path !== "" && subcommands.length > 0)
    .map(({ path }) => quoted(path))
    .join(" | ");

/** An option that takes anything gets files. */
const values = ({ path, options }: SpokenCommand): string[] =>
  options.flatMap(({ long, short, values: of }) => {
    if (of === null) return [];
    const pattern = [long, short].flatMap((name) => (name === null ? [] : [quoted(`${path} ${name}`)])).join(" | ");
    const reply = of.length === 0 ? "COMPREPLY=()" : `COMPREPLY=($(compgen -W ${quoted(of.join(" "))} -- "$cur"))`;
    return [`    ${pattern}) ${reply}; return ;;`];
  });

function offered({ path, subcommands, options, takes, words }: SpokenCommand): string {
  const all = options.flatMap(({ long, short }) => (short === null ? [long] : [long, short])).join(" ");
  const fixed = [...subcommands.map(({ name }) => name), ...words].join(" ");
  const list = takes === "runs" ? LIST_RUNS : takes === "refs" ? LIST_REFS : null;
  const found = list === null ? "" : `; found="$(${list})"`;
  return `    ${quoted(path)}) options=${quoted(all)}; words=${quoted(fixed)}${found} ;;`;
}
