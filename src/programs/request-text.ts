import type { Program } from "./program.ts";
import { quoted } from "./quoted.ts";

/**
 * What the small process runs to become a program: opens its pipes, goes to its folder, says so, and is replaced. Every
 * word of it is quoted.
 */
export function requestText(program: Program, id: number, paths: ReadonlyMap<number, string>): string {
  // Opened both ways first: to open one way only waits for the other side, and that may be dead by now.
  const opened = [...paths].map(
    ([number, path]) => `8<>${quoted(path)} ${number}${sign(program, number)}${quoted(path)}`,
  );
  const unnamed = [0, 1, 2].filter((number) => !paths.has(number)).map((number) => `${number}<>/dev/null`);
  const settings = Object.entries(program.env).map(([name, value]) => quoted(`${name}=${value}`));
  return [
    "{",
    `exec ${[...unnamed, ...opened].join(" ")} 8>&- || { echo "open ${id} no" >&9; exit 126; }`,
    `cd -- ${quoted(program.cwd)}; isThere=$?`,
    `echo "open ${id} yes" >&9`,
    ...(settings.length > 0 ? [`export ${settings.join(" ")}`] : []),
    `[ $isThere -eq 0 ] && exec -- ${program.argv.map(quoted).join(" ")} 9>&-`,
    "exit 127",
    "} &",
    `echo "started ${id} $!" >&9`,
    "",
  ].join("\n");
}

const sign = ({ pipes }: Program, number: number): string => (pipes[number] === "from" ? ">" : "<");
