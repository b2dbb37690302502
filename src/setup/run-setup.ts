import { closeSync, openSync, writeSync } from "node:fs";
import type { Mount, Policy, Sandbox, Tools } from "../ports/sandbox.ts";
import type { Exit } from "../record/exit.ts";
import { unreachable } from "../std/unreachable.ts";
import { missingToolIn, whereToolIs } from "./missing-tool.ts";

export type SetUpRun = {
  commands: readonly string[];
  /** Where the commands see the tree, and where their HOME is: on the disk, because /tmp lies in memory. */
  at: string;
  home: string;
  /** Besides what every set-up has. */
  env: Readonly<Record<string, string>>;
  mounts: readonly Mount[];
  hidden: readonly string[];
  sandbox: Sandbox;
  tools: Tools;
  /** Everything that is printed is kept in this file. */
  logFile: string;
  /** For the person whose tool is not found: their PATH, and the top folder of the checkout. */
  searched: readonly string[];
  top: string;
  signal: AbortSignal;
  told(line: string): void;
};

/** `log` is the end of what was printed. */
export type SetUpFailure = { status: "failed"; told: string; log: string; exit: Exit };

/** Runs the commands one after the other until one fails; null when none does. Throws when the signal is heard. */
export async function runSetUp(run: SetUpRun): Promise<SetUpFailure | null> {
  const file = openSync(run.logFile, "w", 0o600);
  try {
    for (const command of run.commands) {
      writeSync(file, `$ ${command}\n`);
      // Installers may be silent for minutes.
      run.told(`$ ${firstLine(command)}`);
      const { exit, last } = await runCommand(run, command, file);
      run.signal.throwIfAborted();
      if (exit.kind === "exited" && exit.code === 0) continue;
      return { status: "failed", told: failureOf(run, command, exit, last), log: last.join("\n"), exit };
    }
    return null;
  } finally {
    closeSync(file);
  }
}

async function runCommand(run: SetUpRun, command: string, file: number): Promise<{ exit: Exit; last: string[] }> {
  const { at, home, sandbox } = run;
  const policy: Policy = {
    mounts: run.mounts,
    hidden: run.hidden,
    tools: { ...run.tools, env: { ...run.tools.env, ...ownPlaces(home) } },
    network: "host",
    limits: LIMITS,
  };
  const argv = ["env", `HOME=${home}`, "bash", "-c", command] as const;
  const proc = await sandbox.start(
    { argv, cwd: at, env: { ...ENVIRONMENT, ...run.env }, stdin: "none" },
    policy,
    run.signal,
  );
  const last: string[] = [];
  const lines = lineByLine((line) => {
    last.push(line);
    if (last.length > LAST_LINES) last.shift();
    run.told(line);
  });
  for await (const { bytes } of proc.output) {
    writeSync(file, bytes);
    lines.add(bytes);
  }
  lines.end();
  return { exit: await proc.exit, last };
}

const LAST_LINES = 20;

/** What tools of the person's own are told about their home holds only while nothing is written there. */
const ownPlaces = (home: string): Record<string, string> => ({
  CARGO_HOME: `${home}/.cargo`,
  GOMODCACHE: `${home}/go/pkg/mod`,
});

const GIBI = 1024 ** 3;

const LIMITS = {
  seconds: 30 * 60,
  memoryBytes: 8 * GIBI,
  processes: 1024,
  outputBytes: GIBI / 16,
  fileBytes: 4 * GIBI,
};

/** Nothing may ask, watch or paint; and what is installed must not need anything that was only there meanwhile. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: "true",
  LANG: "C.UTF-8",
  NO_COLOR: "1",
  TERM: "dumb",
  TZ: "UTC",
  USER: "planwright",
  LOGNAME: "planwright",
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  POETRY_VIRTUALENVS_IN_PROJECT: "true",
  UV_LINK_MODE: "copy",
  UV_PYTHON_DOWNLOADS: "never",
};

/** Lines as they are finished; a line that is rewritten in place counts each time. */
function lineByLine(see: (line: string) => void): { add(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = "";
  const take = (text: string): void => {
    const lines = (rest + text).split(/\r?\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") see(line);
  };
  return {
    add: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => take(`${decoder.decode()}\n`),
  };
}

function failureOf(run: SetUpRun, command: string, exit: Exit, last: readonly string[]): string {
  const failed = `the set-up failed: \`${firstLine(command)}\` ${endingOf(exit)}`;
  const tool = exit.kind === "exited" && exit.code === 127 ? missingToolIn(last.join("\n")) : null;
  if (tool === null) return `${failed}; all it printed is in ${run.logFile}, and ${WHERE} is what ran`;
  return `${failed}: ${whereToolIs(tool, { ...run, shown: run.tools.path })}, or change ${WHERE}`;
}

const WHERE = "`workspace.setup` in planwright.config.yaml";

export function firstLine(command: string): string {
  const [first = ""] = command.split("\n", 1);
  return first.length < command.length ? `${first} …` : first;
}

function endingOf(exit: Exit): string {
  switch (exit.kind) {
    case "exited":
      return `ended with status ${exit.code}`;
    case "signalled":
      return `was ended by ${exit.signal}`;
    case "stopped":
      return STOPPED[exit.by];
    default:
      return unreachable(exit);
  }
}

const STOPPED: Record<(Exit & { kind: "stopped" })["by"], string> = {
  seconds: `was stopped after ${LIMITS.seconds / 60} minutes`,
  memory: `was stopped: it needed more than ${LIMITS.memoryBytes / GIBI} GiB of memory`,
  output: "was stopped: it printed more than it may",
  disk: "was stopped: the disk was nearly full",
  caller: "was stopped",
};
