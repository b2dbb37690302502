import { readKeyLine } from "./ssh-public-key.ts";

/**
 * An `allowed_signers` file, as ssh-keygen(1) describes it: who may sign with which key, for what and when. A line that
 * nobody can read allows nothing, and is told.
 */
export type AllowedSigners = { signers: AllowedSigner[]; faults: SignersFault[] };

/** Times are milliseconds since 1970. `namespaces` is a list of patterns; null allows all. */
type AllowedSigner = {
  identity: string;
  publicKey: string;
  namespaces: string | null;
  validAfter: number | null;
  validBefore: number | null;
};
export type SignersFault = { line: number; why: string };

export function readAllowedSigners(text: string): AllowedSigners {
  const read: AllowedSigners = { signers: [], faults: [] };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const signer = signerIn(line.trim());
    if (typeof signer === "string") read.faults.push({ line: index + 1, why: signer });
    else read.signers.push(signer);
  }
  return read;
}

/** Who holds this key (`ssh-ed25519 AAAA…`), if they may sign for the namespace with it at this time. */
export function signerOf(publicKey: string, namespace: string, file: AllowedSigners, time: Date): string | null {
  const at = time.getTime();
  const signer = file.signers.find(
    (each) =>
      each.publicKey === publicKey &&
      (each.namespaces === null || isInList(namespace, each.namespaces)) &&
      (each.validAfter === null || at >= each.validAfter) &&
      (each.validBefore === null || at <= each.validBefore),
  );
  return signer?.identity ?? null;
}

/** A text says what is wrong. */
function signerIn(line: string): AllowedSigner | string {
  const [identity = "", ...words] = wordsOf(line).map((word, index) => (index === 0 ? unquoted(word) : word));
  if (identity === "") return "the line names nobody";
  const options = KEY_TYPE.test(words[0] ?? "") ? "" : (words.shift() ?? "");
  const key = readKeyLine(words.join(" "));
  if (key.kind === "unusable") return key.why;
  const signer: AllowedSigner = {
    identity,
    publicKey: key.line,
    namespaces: null,
    validAfter: null,
    validBefore: null,
  };
  const fault = splitOutsideQuotes(options, ",").map((option) => applyOption(signer, option));
  return fault.find((each) => each !== null) ?? signer;
}

const KEY_TYPE = /^(?:ssh-|ecdsa-|sk-)/;

function applyOption(signer: AllowedSigner, option: string): string | null {
  const [, name = "", quoted] = /^([a-z-]+)(?:="([^"]*)")?$/i.exec(option) ?? [];
  switch (name.toLowerCase()) {
    case "namespaces":
      if (quoted === undefined || signer.namespaces !== null) break;
      signer.namespaces = quoted;
      return null;
    case "valid-after":
    case "valid-before": {
      const field = name.toLowerCase() === "valid-after" ? "validAfter" : "validBefore";
      const time = timeIn(quoted ?? "");
      if (time === null || signer[field] !== null) break;
      signer[field] = time;
      return null;
    }
    case "cert-authority":
      return "certificates are not supported: list the key itself";
  }
  return `the option ${JSON.stringify(option)} is not understood`;
}

/** `YYYYMMDD[HHMM[SS]]`, in the time of this machine unless a `Z` says otherwise. */
function timeIn(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(Z?)$/.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, ...clock] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = clock;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null;
  if (match[7] === "Z") return Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

const wordsOf = (line: string): string[] => splitOutsideQuotes(line, " \t").filter((word) => word !== "");

const unquoted = (word: string): string => /^"([^"]*)"$/.exec(word)?.[1] ?? word;

function splitOutsideQuotes(text: string, separators: string): string[] {
  const parts = [""];
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    if (separators.includes(letter) && !isQuoted) parts.push("");
    else parts.push((parts.pop() ?? "") + letter);
  }
  return text === "" ? [] : parts;
}

/** OpenSSH's lists of patterns: `*` and `?` stand for letters, and `!` forbids whatever else would allow. */
function isInList(text: string, list: string): boolean {
  const patterns = list.split(",");
  const matches = (pattern: string): boolean => isLike(text, pattern);
  const forbidden = patterns.filter((each) => each.startsWith("!")).map((each) => each.slice(1));
  return patterns.some((each) => !each.startsWith("!") && matches(each)) && !forbidden.some(matches);
}

function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/\*+|[\s\S]/gu, (part) => {
    if (part.startsWith("*")) return "[^]*";
    return part === "?" ? "[^]" : part.replaceAll(/[\\^$.|+()[\]{}/-]/g, "\\$&");
  });
  return new RegExp(`^${source}$`).test(text);
}
