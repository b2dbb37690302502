import { type Invocation, programOf } from "./invocation.ts";
import { firstOperandAt, hasOption } from "./operands.ts";
import { between, type Place } from "./place.ts";
import { prefixOf, type ShellWord } from "./shell-word.ts";
import type { Survey } from "./survey.ts";

/** The words of an invocation that reach for another machine, or null when it stays on this one. */
export function networkUse(invocation: Invocation, { variables }: Pick<Survey, "variables">): Place | null {
  const { name, args } = invocation;
  const program = programOf(invocation);
  const destinations = args.map((arg) => beginningOf(arg, variables));
  if (hasOption(args, "--version", "--help", "--offline", "--no-index", "--unix-socket")) return null;
  if (REMOTE_TOOLS.has(program)) return staysHere(destinations) ? null : name;
  if (program === "rsync") return args.find(({ text }) => REMOTE_PATH.test(text ?? "")) ?? null;
  const verbs = Object.hasOwn(REMOTE_VERBS, program) ? REMOTE_VERBS[program] : undefined;
  const verb = verbs === undefined ? null : remoteVerb(args, verbs);
  if (verb !== null) {
    const goals = destinations.slice(args.indexOf(verb) + 1);
    return staysHere(goals) || (FOLDER_TOOLS.has(program) && goals.some(isFolder)) ? null : between(name, verb);
  }
  return TEXT_TOOLS.has(program) ? null : (args[destinations.findIndex(isRemoteUrl)] ?? null);
}

/** Programs whose whole point is another machine. */
const REMOTE_TOOLS = new Set(
  `curl wget gh glab ssh scp sftp ftp telnet ping nc ncat dig nslookup traceroute apt-get apt apk dnf yum brew aws gcloud
  gsutil az kubectl doctl flyctl heroku vercel netlify twine`.split(/\s+/),
);

/** Programs that go out only for some of the things they do; a verb of two words is written with a blank. */
const REMOTE_VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(["fetch", "pull", "push", "clone", "ls-remote", "submodule update", "remote update"]),
  npm: new Set([
    "install",
    "i",
    "ci",
    "add",
    "publish",
    "view",
    "info",
    "show",
    "audit",
    "outdated",
    "update",
    "login",
  ]),
  pnpm: new Set(["install", "i", "add", "publish", "update", "audit", "dlx"]),
  yarn: new Set(["install", "add", "publish", "upgrade", "audit", "dlx"]),
  bun: new Set(["install", "add", "publish", "update"]),
  pip: new Set(["install", "download"]),
  pip3: new Set(["install", "download"]),
  pipx: new Set(["install", "run"]),
  uv: new Set(["pip install", "sync", "add", "lock", "publish", "tool install"]),
  poetry: new Set(["install", "add", "update", "lock", "publish"]),
  docker: new Set(["pull", "push", "login", "search"]),
  podman: new Set(["pull", "push", "login", "search"]),
  cargo: new Set(["install", "publish", "fetch", "search", "update", "add"]),
  go: new Set(["get", "install", "mod download"]),
  gem: new Set(["install", "push", "update"]),
  bundle: new Set(["install", "update"]),
  composer: new Set(["install", "update", "require"]),
};

/** Given a folder of this machine, they stay on it. */
const FOLDER_TOOLS = new Set(["git", "go"]);
const isFolder = (text: string): boolean => /^(?:\/|\.\.?(?:\/|$)|file:)/.test(text);

/** They take a URL for what it is: text. */
const TEXT_TOOLS = new Set(
  `: [ test true echo printf grep egrep fgrep rg ag ack sed awk gawk jq yq tr cut tee cat git export read sort diff
  expr case`.split(/\s+/),
);

const REMOTE_PATH = /^(?:rsync:\/\/|[^/\s-][^/\s]*:)/;

function remoteVerb(args: readonly ShellWord[], verbs: ReadonlySet<string>): ShellWord | null {
  const at = firstOperandAt(args, 0, ["-C", "-c", "--prefix", "--git-dir", "--work-tree", "--directory", "--project"]);
  const [first, second] = [args[at], args[at + 1]];
  if (first === undefined) return null;
  if (verbs.has(first.text ?? "")) return first;
  return second !== undefined && verbs.has(`${first.text} ${second.text}`) ? second : null;
}

/** Whether it names where it goes, and that is this machine. */
function staysHere(destinations: readonly string[]): boolean {
  return destinations.some((text) => LOCAL_HOST.test(text)) && !destinations.some(isRemoteUrl);
}

/** The host of a URL stands at its beginning, which is often certain when the rest is not. */
function beginningOf(word: ShellWord, variables: Survey["variables"]): string {
  const [first, second] = word.pieces;
  // `http://[::1]:3000` looks like a pattern to the shell.
  if (first?.kind === "text" && second?.kind === "pattern") return word.source;
  return first?.kind === "variable" ? (variables.get(first.name)?.text ?? "") : prefixOf(word);
}

const LOCAL_HOST = /^(?:[a-z]+:\/\/)?(?:[^@/]*@)?(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|::1)(?:[:/?]|$)/i;
const isRemoteUrl = (text: string): boolean => /^(?:https?|ssh|git|ftp):\/\//i.test(text) && !LOCAL_HOST.test(text);
