/** A credential in a text. `hint` is the part of it that everybody knows, such as `ghp_`; never more than four letters. */
export type Secret = { start: number; end: number; kind: string; hint: string };

/**
 * The credentials in a text: first those that announce themselves, then passwords in addresses and assignments. What
 * is plainly a placeholder, a variable or a checksum is none.
 */
export function secretsIn(text: string): Secret[] {
  const found = [...announced(text), ...privateKeys(text), ...assigned(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  let end = 0;
  return found.filter((secret) => {
    if (secret.start < end) return false;
    end = secret.end;
    return true;
  });
}

type Token = { kind: string; pattern: string; hasWord?: true };

/** Each begins outside a word; one that can fail after many letters also outside a run of them, so that none is read twice. */
const TOKENS: readonly Token[] = [
  { kind: "an AWS access key", pattern: "(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])" },
  { kind: "a GitHub token", pattern: "gh[pousr]_[A-Za-z0-9]{36,}" },
  { kind: "a GitHub token", pattern: "github_pat_[A-Za-z0-9_]{40,}" },
  { kind: "a GitLab token", pattern: "gl(?:pat|dt|rt|soat|ptt|cbt)-[A-Za-z0-9_-]{20,}" },
  { kind: "an npm token", pattern: "npm_[A-Za-z0-9]{36,}" },
  { kind: "a PyPI token", pattern: "pypi-[A-Za-z0-9_-]{50,}" },
  { kind: "a Slack token", pattern: "xox[abeoprs]-[A-Za-z0-9-]{20,}" },
  { kind: "a Stripe key", pattern: "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}" },
  { kind: "a Google API key", pattern: "AIza[A-Za-z0-9_-]{35}" },
  { kind: "a Google client secret", pattern: "GOCSPX-[A-Za-z0-9_-]{24,}" },
  { kind: "an Anthropic key", pattern: "sk-ant-[A-Za-z0-9_-]{20,}" },
  { kind: "an OpenAI-style key", pattern: "sk-[A-Za-z0-9_-]{20,}" },
  { kind: "a Hugging Face token", pattern: "hf_[A-Za-z0-9]{30,}" },
  { kind: "a SendGrid key", pattern: "(?<![_-])SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}" },
  { kind: "a JSON Web Token", pattern: "(?<![_-])eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{10,}" },
];

const ANNOUNCED = new RegExp(`(?<![A-Za-z0-9])(?:${TOKENS.map(({ pattern }) => `(${pattern})`).join("|")})`, "g");

function announced(text: string): Secret[] {
  return Array.from(text.matchAll(ANNOUNCED)).flatMap((match) => {
    const [token] = match;
    const kind = TOKENS[match.slice(1).findIndex((group) => group !== undefined)]?.kind ?? "";
    if (PLACEHOLDER.test(token) || varietyOf(token.slice(4)) < LEAST_VARIETY || !isRandom(token)) return [];
    return [{ start: match.index, end: match.index + token.length, kind, hint: token.slice(0, 4) }];
  });
}

/** Twelve x are a placeholder; so is `AKIAIOSFODNN7EXAMPLE`, which the documentation of AWS has. */
const LEAST_VARIETY = 2.8;

/** `sk-loading-spinner-with-label` is a name: what is drawn by lot has figures among its letters. */
const isRandom = (token: string): boolean => /^A[KS]IA/.test(token) || /\d/.test(token.slice(4));

/** Where a file only says what a key looks like, no key follows the line. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n){1,8}[A-Za-z0-9+/=:-]{16}/g;

function privateKeys(text: string): Secret[] {
  let end = 0;
  return Array.from(text.matchAll(PRIVATE_KEY)).flatMap(({ 0: head, index }) => {
    if (index < end) return [];
    const closing = text
      .slice(index, index + LONGEST_KEY)
      .search(/-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/);
    end = closing === -1 ? index + head.length : index + text.slice(index + closing).indexOf("-----", 8) + closing + 5;
    return [{ start: index, end, kind: "a private key", hint: "" }];
  });
}

const LONGEST_KEY = 20_000;

/** `scheme://user:password@host`, `Bearer …`, and a name that ends in password, secret, token or key with a value. */
const ADDRESS = /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/'"`<>]{0,80}):([^\s@/'"`<>]{6,120})@/g;
const BEARER = /\bBearer ([A-Za-z0-9._~+/=-]{20,400})/g;
const ASSIGNMENT =
  /(?:passw(?:or)?d|passwd|passphrase|pwd|secret|token|(?:api|access|secret|private|auth|account|encryption|signing)[_-]?key)\\?["'`]?[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}(?:(\\?["'`])([^\s"'`\\]{8,200})\1|([A-Za-z0-9+/_=-]{16,200})(?![A-Za-z0-9+/_=.([@-]))/gi;

function assigned(text: string): Secret[] {
  const addresses = Array.from(text.matchAll(ADDRESS)).flatMap(
    ({ 0: match, 1: user = "", 2: password = "", index }) => {
      const isWeak = password === user || WEAK.test(password) || isPlaceholder(password);
      return isWeak ? [] : [at(index + match.length - 1 - password.length, password, "a password in an address")];
    },
  );
  const bearers = Array.from(text.matchAll(BEARER)).flatMap(({ 0: match, 1: token = "", index }) =>
    isPassword(token, false) ? [at(index + match.length - token.length, token, "a bearer token")] : [],
  );
  const values = Array.from(text.matchAll(ASSIGNMENT)).flatMap(
    ({ 0: match, 1: quote = "", 2: inQuotes, 3: bare, index }) => {
      const value = inQuotes ?? bare ?? "";
      const end = index + match.length - quote.length;
      return isPassword(value, inQuotes !== undefined) ? [at(end - value.length, value, "a password or key")] : [];
    },
  );
  return [...addresses, ...bearers, ...values];
}

const at = (start: number, value: string, kind: string): Secret => ({
  start,
  end: start + value.length,
  kind,
  hint: "",
});

/** Whether a value looks drawn by lot, and not like a word, a name, a path, a variable or a checksum's name. */
function isPassword(value: string, isQuoted: boolean): boolean {
  if (isPlaceholder(value) || /^[./~]|[()[\]{}]|::/.test(value) || UUID.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (!/\d/.test(value) || kinds < (isQuoted && value.length < 24 ? 3 : 2)) return false;
  if (!isQuoted && kinds < 3 && !/^[0-9a-f]{32,}$/.test(value)) return false;
  return varietyOf(value) >= (value.length < 16 ? 2.8 : 3.2);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What people write so that nobody takes it for the real thing. */
const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value) || value.replace(PLAIN_WORD, "").length < 5;

const PLACEHOLDER =
  /^[$%<{@]|\$[A-Za-z_{(]|[<>]|\{\{|\*\*|\.\.|…|x{4}|0{6}|(.)\1{7}|example$|abcdefgh|12345678|change.?me|your|placeholder|redacted|dummy|fake|sample|insert|replace|todo|process\.env|environ/i;
const PLAIN_WORD =
  /[-_.!]|my|the|some|test|demo|local|dev|super|secret|password|passwd|pass|token|key|api|auth|admin|user|foo|bar|abc/gi;

/** Passwords of databases that only a test has. */
const WEAK =
  /^(?:postgres|postgresql|mysql|mongo|redis|rabbitmq|guest|minio\w*|toor|root\w*|pass\w*|secret\w*|admin\w*|test\w*|user\w*|hunter2)$/i;

/** Shannon's measure, in bits for each letter. */
function varietyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
