/** The last value of one setting in the text of a git config. Files that it includes are not looked at. */
export function setting(config: string, section: string, key: string): string | null {
  let current = "";
  let value: string | null = null;
  for (const line of config.split("\n")) {
    const header = /^\s*\[([^\]"]*?)\s*("(?:[^"\\]|\\.)*")?\]/.exec(line);
    if (header) current = header[2] === undefined ? (header[1] ?? "").toLowerCase() : "";
    const pair = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(header ? line.slice(header[0].length) : line);
    if (current === section && pair?.[1]?.toLowerCase() === key) value = plain(pair[2] ?? "true");
  }
  return value;
}

const plain = (value: string): string =>
  value.startsWith('"')
    ? value.replace(/^"((?:[^"\\]|\\.)*)".*$/, "$1").replace(/\\(.)/g, "$1")
    : value.replace(/\s*[#;].*$/, "");

export const isTrue = (value: string | null): boolean => value !== null && /^(?:true|yes|on|1)$/i.test(value);
