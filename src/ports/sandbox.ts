import type { Exit } from "../record/exit.ts";
import type { Seen } from "../record/seen.ts";

/**
 * A program held by the operating system and not by its good will. Every path is absolute and real: symbolic links are
 * resolved by the caller, and a mount whose source is missing, or is a link, is refused before anything starts.
 */
export interface Sandbox {
  /** What this machine offers, tried and not guessed. `isHolding` is false exactly when programs run unheld. */
  readonly offers: Offers;
  /**
   * Starts a program that sees the system's own folders read-only, its tool roots, its mounts, an empty HOME and /tmp,
   * and nothing else of the machine. Rejects with `SandboxError` when the policy cannot be kept; it never runs the
   * program with less. Whatever happens to this process, the program and all it started die with it.
   */
  start(command: Command, policy: Policy, signal: AbortSignal): Promise<Proc>;
}

export type Command = {
  argv: readonly [string, ...string[]];
  /** As seen inside. */
  cwd: string;
  /** Nothing else is passed on. PATH, HOME and TMPDIR are the policy's. */
  env: Readonly<Record<string, string>>;
  /** More of its environment, which no command line, log or list of processes ever shows. */
  secrets?: Readonly<Record<string, string>>;
  /** A program without input reads an end of file at once. */
  stdin: "none" | "open";
};

export type Policy = {
  /** Shown on top of the system's folders; a deeper one lies on top of the one it is in, whatever their order. */
  mounts: readonly Mount[];
  /** Emptied wherever they would show, unless a mount further down shows something again: our home, keys, sockets. */
  hidden: readonly string[];
  tools: Tools;
  network: Network;
  limits: Limits;
  watch?: Watch;
};

/**
 * What a program does in one of its throw-away mounts. `files` are paths in there; those that are not there may be made.
 * What lies in a folder that is `passedOver` is of no interest when it is written. `tell` is called once, before the
 * program's `exit` settles; never where nothing can be watched, which `offers.unwatched` says beforehand.
 */
export type Watch = {
  at: string;
  files: readonly string[];
  passedOver(folder: string): boolean;
  tell(seen: Seen): void;
};

export type Network = "none" | "host" | Egress;

/**
 * A few hosts and nobody else, by a proxy that its variables name; `localhost:PORT` is the machine's own, and found at
 * that port inside. `hosts` are `name:port` or `*.name:port`; `refused` is told of every other, as `name:port`, once.
 */
export type Egress = { hosts: readonly string[]; refused(host: string): void };

/**
 * `show` is the path outside, `at` the one inside. What is written to a `throw-away` mount is gone afterwards, and never
 * reaches `show`. A mount is pinned: no folder between it and the mount it lies in can be renamed or removed from inside.
 */
export type Mount = { show: string; at: string; access: "read" | "write" | "throw-away" };

/** Where programs are found inside: PATH, and the folders outside the system's own that those programs need. */
export type Tools = { path: readonly string[]; roots: readonly string[]; env: Readonly<Record<string, string>> };

export type Limits = {
  seconds: number;
  /** Of all its processes together where cgroups can be used, else of each. */
  memoryBytes: number;
  processes: number;
  /** Both streams together; one more byte ends the program. */
  outputBytes: number;
  /** Of each file it writes, and of all of /tmp together. */
  fileBytes: number;
};

/** A running program and everything it started. */
export interface Proc {
  /** Null when the command has no input. */
  readonly stdin: NodeJS.WritableStream | null;
  /** In the order in which it arrived. Ends when the last process is gone; must be read, or the program waits. */
  readonly output: AsyncIterable<OutputChunk>;
  /** Settles when every process is gone and nothing of the run is left on the machine. Never rejects. */
  readonly exit: Promise<Exit>;
  /** Ends everything at once; settles like `exit`. A second call changes nothing. */
  kill(): Promise<Exit>;
}

export type OutputChunk = { stream: "stdout" | "stderr"; bytes: Uint8Array };

/** One line per mechanism, for receipts and for `doctor`. */
export type Offers = {
  isHolding: boolean;
  /** `bubblewrap 0.8.0`, or `none`. */
  mechanism: string;
  /** Whether `throw-away` mounts are overlays; without them they are copies, or refused when too large. */
  overlay: boolean;
  memory: "cgroup-v1" | "cgroup-v2" | "per-process" | "none";
  processes: "cgroup-v1" | "cgroup-v2" | "per-user" | "none";
  /** Why it cannot be seen which files a program opens, and what would help; null where it can. */
  unwatched: { cause: string; remedy: string } | null;
  /** What keeps it from holding, and the one command that would help. */
  trouble: readonly { cause: string; remedy: string }[];
};
