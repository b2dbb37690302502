import type { Usage } from "../../ports/agent.ts";
import type { Ending } from "../session.ts";

/** An agent that people have installed already: what it needs, how it is kept apart, and the two ways to drive it. */
export type KnownAgent = {
  name: KnownAgentName;
  /** As its makers call it. */
  title: string;
  /** Variables that let it in, any one of them: keys and tokens. They come from the person's environment or keychain. */
  keys: readonly string[];
  /** Files below the person's home that let it in, any one of them, as its own log-in writes them. */
  logins: readonly string[];
  /** What a person types to log in. */
  logIn: string;
  /** `name:port` of its model, unless the variable `endpoint` names another address. */
  reaches: readonly string[];
  endpoint: string;
  /** Other variables of the person's that it is given as they are, such as the model's name. */
  passed: readonly string[];
  /** Keeps it from reporting home, updating itself and asking on a terminal. */
  env: Readonly<Record<string, string>>;
  /** Files that it finds in its own HOME, which is empty otherwise. */
  settings(person: AgentSettings): readonly HomeFile[];
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
  /** The program on PATH, and its arguments. */
  program: string;
  argv(settings: AgentSettings): readonly string[];
  install: string;
  /** Said when a session is opened. */
  meta: Readonly<Record<string, unknown>>;
  /** What it calls our modes, and whether it takes them as a mode or as an option of that id. */
  modes: { plan: string; act: string; option: string | null };
};

export type HeadlessWay = {
  program: string;
  /** Its arguments; the task comes on its standard input. */
  argv(settings: AgentSettings, mode: "plan" | "act"): readonly string[];
  install: string;
  /** Reads what it prints, line by line. */
  reader(): HeadlessReader;
};

/** `line` says what a whole line of standard output means; once it is over, nothing that follows counts. */
export type HeadlessReader = {
  line(text: string): HeadlessNews | null;
  usage(): Usage[];
};

export type HeadlessNews = { doing: string } | { over: Ending };
