/** A page of the documentation that a reader types along: files to write, and commands with what they print. */
export type PagePart =
  | { kind: "file"; path: string; text: string }
  | { kind: "command"; line: string; status: number; quoted: string[] };

/**
 * A fence whose first line names a path is a file. A `console` fence is commands after `$`, each followed by what it
 * prints, with `…` for lines that are left out; `# exit status N` says how a command ends, and without it that is 0.
 */
export function readPage(page: string): PagePart[] {
  const fences = [...page.matchAll(/^(`{3,})(\w+)(?: (\S+))?\n(.*?)^\1$/gms)];
  return fences.flatMap(([, , language, path, text = ""]): PagePart[] => {
    if (path !== undefined) return [{ kind: "file", path, text }];
    if (language !== "console") throw new Error(`a fence that nobody runs: ${text}`);
    return text.split(/^\$ /m).filter(Boolean).map(aCommand);
  });
}

function aCommand(text: string): PagePart {
  const [line = "", ...quoted] = text.trimEnd().split("\n");
  const status = Number(/# exit status (\d+)$/.exec(line)?.[1] ?? 0);
  return { kind: "command", line, status, quoted: quoted.filter((each) => each !== "…") };
}

/** Quoted lines that a print does not have, in the order of the page. `…` at the end stands for the rest of a line. */
export function missingLines(quoted: readonly string[], printed: string): string[] {
  const lines = printed.split("\n");
  let from = 0;
  return quoted.filter((quote) => {
    const isIt = (line: string) => (quote.endsWith("…") ? line.startsWith(quote.slice(0, -1)) : line === quote);
    const at = lines.findIndex((line, index) => index >= from && isIt(line));
    if (at === -1) return true;
    from = at + 1;
    return false;
  });
}
