import { spawn } from "node:child_process";
import { closeSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { type Conversation, converse } from "./conversation.ts";
import { type Fifo, fifoSupply, openFifo } from "./fifos.ts";
import { makeOwnPlace } from "./own-place.ts";
import { type Program, ProgramError, type ProgramExit, type StartedProgram } from "./program.ts";
import { quoted } from "./quoted.ts";
import { requestText } from "./request-text.ts";

/**
 * Starts programs from a small process. Node starts one by copying itself first, and that takes longer the more memory it
 * uses: 2 ms for a fresh one, 20 ms at 250 MB, during which nothing else happens. A shell does it in about 1 ms.
 * The small process ends with this one, also after kill -9, and programs that have asked the kernel to die with their
 * parent end with it.
 */
export type Nursery = { start(program: Program): Promise<StartedProgram>; hasEnded(): boolean };

/** One for the whole process, made when it is first needed; null where this machine has no place for it. */
export function nursery(): Nursery | null {
  if (current === undefined || current?.hasEnded()) current = openNursery();
  return current;
}

let current: Nursery | null | undefined;

function openNursery(): Nursery | null {
  const bash = process.platform === "linux" ? SHELLS.find((path) => existsSync(path)) : undefined;
  const folder = bash === undefined ? null : makeOwnPlace();
  if (bash === undefined || folder === null) return null;
  const child = spawn(bash, ["--norc", "--noprofile", "-c", SCRIPT, folder], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    // Ctrl-C at the terminal is for us, and we end what is to be ended.
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const talk = converse(child, () => rmSync(folder, { recursive: true, force: true }));

  let count = 0;
  const shell: Shell = {
    talk,
    nextNumber: () => count++,
    run(number, text) {
      const name = `request-${number}`;
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      talk.say(`run ${name}`);
      return () => rmSync(join(folder, name), { force: true });
    },
    newFifo: fifoSupply(folder, async (paths) => {
      const number = shell.nextNumber();
      const text = `mkfifo -m 600 -- ${paths.map(quoted).join(" ")}; echo "made ${number} $?" >&9\n`;
      const forget = shell.run(number, text);
      const made = await talk.hear("made", number);
      if (made !== "0") throw new ProgramError(`cannot make pipes in ${folder}`);
      forget();
    }),
  };
  return { hasEnded: talk.hasEnded, start: (program) => start(program, shell) };
}

/** Of all shells this one gives every program a group of its own, and does not make it deaf to Ctrl-C. */
const SHELLS = ["/bin/bash", "/usr/bin/bash"];

/** `9` is where it answers. Nothing that it was started with reaches a program. */
const SCRIPT = `
set -m
shopt -s execfail
for file in /proc/self/fd/*; do number=\${file##*/}; [ "$number" -gt 2 ] && eval "exec $number>&-"; done
exec 9>&1 >/dev/null
trap 'rm -rf -- "$0"' EXIT
while read -r what name; do
  case $what in
    run) . "$0/$name" ;;
    end) wait "$name"; echo "ended $name $?" >&9 ;;
  esac
done
`;

type Shell = {
  talk: Conversation;
  nextNumber(): number;
  /** Lets the shell run a text, and gives what removes it afterwards. */
  run(number: number, text: string): () => void;
  newFifo(): Promise<string>;
};

async function start(program: Program, { talk, nextNumber, run, newFifo }: Shell): Promise<StartedProgram> {
  const fifos = new Map<number, Fifo>();
  const sockets = new Map<number, Socket>();
  try {
    for (const [number, way] of Object.entries(program.pipes))
      fifos.set(Number(number), openFifo(await newFifo(), way));
    const number = nextNumber();
    const paths = new Map([...fifos].map(([at, { path }]) => [at, path]));
    const forget = run(number, requestText(program, number, paths));
    const [isOpen, pid] = await Promise.all([talk.hear("open", number), talk.hear("started", number)]);
    forget();
    if (isOpen !== "yes") throw new ProgramError(`cannot start ${program.argv[0]}: its pipes cannot be opened`);
    for (const [at, { ours, way }] of fifos)
      sockets.set(at, new Socket({ fd: ours, readable: way === "from", writable: way === "to" }));
    return started(Number(pid), sockets, program, talk);
  } finally {
    // The program has opened its own ends, or never will.
    for (const [at, { path, ours, theirs }] of fifos) {
      closeSync(theirs);
      rmSync(path, { force: true });
      if (!sockets.has(at)) closeSync(ours);
    }
  }
}

function started(
  pid: number,
  sockets: ReadonlyMap<number, Socket>,
  { life }: Program,
  talk: Conversation,
): StartedProgram {
  const pipe = (number: number): Socket => {
    const socket = sockets.get(number);
    if (socket === undefined) throw new Error(`the program has no pipe ${number}`);
    return socket;
  };
  // A program may end without reading all its input.
  for (const socket of sockets.values()) socket.on("error", () => {});
  const closed = life.map((number) => new Promise<void>((resolve) => void pipe(number).once("close", resolve)));
  const ended = async (): Promise<ProgramExit> => {
    await Promise.all(closed);
    const answer = talk.hear("ended", pid);
    talk.say(`end ${pid}`);
    return { code: Number(await answer) };
  };
  // Without the small process nobody can tell any more; what counts on it has been killed with it.
  return { pid, pipe, exit: ended().catch(() => ({ signal: "SIGKILL" })) };
}
