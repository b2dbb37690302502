import { LIST_REFS, LIST_RUNS } from "./shell-words.ts";
import type { SpokenCommand } from "./spoken-command.ts";

/** What fish loads from `~/.config/fish/completions/planwright.fish`. */
export const fishScript = (commands: readonly SpokenCommand[]): string => `# fish completion for planwright
function __planwright_verb
    set -l verb
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and continue
        set -a verb $word
        contains -- "$verb" ${groups(commands)}; or break
    end
    test "$verb" = "$argv"
end
complete -c planwright -f
${commands.flatMap(linesOf).join("\n")}
`;

const groups = (commands: readonly SpokenCommand[]): string =>
  commands
    .filter(({ path, subcommands }) => path !== "" && subcommands.length > 0)
    .map(({ path }) => quoted(path))
    .join(" ");

function linesOf({ path, subcommands, options, takes, words }: SpokenCommand): string[] {
  const at = `complete -c planwright -n ${quoted(`__planwright_verb ${path}`.trim())}`;
  return [
    ...subcommands.map(({ name, summary }) => `${at} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...options.map(({ long, short, about, values }) => {
      const names = `-l ${long.slice(2)}${short === null ? "" : ` -s ${short.slice(1)}`}`;
      const value = values === null ? "" : values.length === 0 ? " -r -F" : ` -x -a ${quoted(values.join(" "))}`;
      return `${at} ${names}${value} -d ${quoted(about)}`;
    }),
    ...(takes === "runs" ? [`${at} -a ${quoted(`(${LIST_RUNS})`)}`] : []),
    ...(takes === "refs" ? [`${at} -a ${quoted(`(${LIST_REFS})`)}`] : []),
    ...(takes === "files" ? [`${at} -F`] : []),
    ...(words.length > 0 ? [`${at} -a ${quoted(words.join(" "))}`] : []),
  ];
}

/** Between its single quotes, fish reads a backslash before a quote or another backslash. */
const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
