import type { HeadlessReader } from "../headless/readers/headless-reader.ts";

/** An agent that people have installed already: what it needs, how it is kept apart, and the two ways to drive it. */
export type KnownAgent = {
  name: KnownAgentName;
  /** As its makers call it. */
  title: string;
  /** Variables that let it in, any one of them: keys and tokens. They come from the person's environment or keychain. */
  keys: readonly string[];
  /** The one variable in which it looks for its key, where the person's may have another name. */
  keyName?: string;
  /** Files below the person's home that let it in, any one of them, as its own log-in writes them. */
  logins: readonly string[];
  /** What a person types to log in. */
  logIn: string;
  /** `name:port` of its model, unless the variable `endpoint` names another address. */
  reaches: readonly string[];
  endpoint: string;
  /** The only keys that are taken to an address of the person's own, where none is needed; without it all of `keys`. */
  endpointKeys?: readonly string[];
  /** Other variables of the person's that it is given as they are, such as the model's name. */
  passed: readonly string[];
  /** Keeps it from reporting home, updating itself and asking on a terminal. */
  env: Readonly<Record<string, string>>;
  /**
   * Files that it finds in its own HOME, which is empty otherwise. `key` is the variable that lets it in, if one does;
   * `cwd` is where it works.
   */
  settings(settings: AgentSettings, key: string | null, cwd: string): readonly HomeFile[];
  /**
   * The parts of its HOME in which it keeps its conversations: folders, which end with a `/`, and files. None of them has
   * anything that lets it in.
   */
  keeps: readonly string[];
  /** What it leaves at the top of a repository and nobody wants in a commit. */
  leftovers: readonly string[];
  /** Over the Agent Client Protocol. */
  acp: AcpWay;
  /** As one command that ends by itself. */
  headless: HeadlessWay;
};

export type KnownAgentName = "claude-code" | "codex" | "opencode" | "gemini";

/** What a person has decided about one agent. `endpoint` is a URL. */
export type AgentSettings = { model: string | null; endpoint: string | null };

/** `at` is below HOME. */
export type HomeFile = { at: string; text: string };

export type AcpWay = {
  /** How it goes on with a conversation in another process, as it was seen to and not as it says. */
  remembers: "session/resume" | "session/load" | "text";
  /** It tells only what its last request has cost, so that nobody knows about all of them. */
  tellsLastOnly?: true;
  /** The program on PATH, the oldest version of it that was seen to work, and its arguments. */
  program: string;
  oldest: string;
  argv(settings: AgentSettings): readonly string[];
  install: string;
  /** Said when a session is opened. */
  meta(settings: AgentSettings): Readonly<Record<string, unknown>>;
  /**
   * An extension by which it says that a turn has failed, where its answer looks like any other: what we say that we
   * understand, and where in the `_meta` of an answer it then says so.
   */
  failure?: { understood: Readonly<Record<string, unknown>>; at: readonly string[] };
  /** What has to be chosen for our modes. */
  modes: { plan: readonly ModeChoice[]; act: readonly ModeChoice[] };
};

/** One of its modes by name; or a value of one of its options. */
export type ModeChoice = { mode: string } | { option: string; value: string };

export type HeadlessWay = {
  program: string;
  oldest: string;
  /** How it goes on with a conversation in another process, as it was seen to. */
  remembers: "flag" | "text";
  /** It tells what its whole conversation has cost, in whatever processes. */
  tellsWhole?: true;
  /** Its arguments; the task comes on its standard input. `session` is the one that it goes on with, if any. */
  argv(settings: AgentSettings, mode: "plan" | "act", session: string | null): readonly string[];
  install: string;
  /** Reads what it prints. `model` is what to call a model that it does not name. */
  reader(model: string): HeadlessReader;
};
