import { dirname } from "node:path";
import type { Limits } from "../ports/sandbox.ts";
import type { Overlay } from "./throw-away.ts";

export type Chain = {
  limits: Limits;
  /** Where no group can bound all of them together. */
  isMemoryPerProcess: boolean;
  /** Mounted in the folder in which the chain starts, see `throw-away.ts`. */
  overlays: readonly Overlay[];
  /** Open files that the chain gets without being meant to, and that the program must not have. */
  inherited: readonly number[];
  /** What `next` finds on file descriptor 5. */
  filter: string | null;
  next: readonly string[];
};

/**
 * Programs that each become the next, so that one process number stands for all of them: a place for overlays, then
 * limits, then `next`.
 */
export function chainOf(chain: Chain): string[] {
  const { script, words } = setUp(chain);
  return [
    ...withoutDescriptors(chain.inherited),
    ...(chain.overlays.length > 0 ? ["unshare", "--user", "--map-root-user", "--mount"] : []),
    ...["sh", "-c", script, "sh", ...words, ...chain.next],
  ];
}

/**
 * Says on file descriptor 3 that all is set up, and waits on 6 for the answer. Whoever started the chain may be gone
 * before bubblewrap could tell the kernel to let both die together; then no answer comes, and nothing is run. Secrets
 * come with the answer: they are in no file, and on no command line. After it, becomes the program: 127 when there is
 * none, as shells have it.
 */
export function asProgram(argv: readonly string[], options: AsProgram): string[] {
  const { first, mostProcesses, hasSecrets } = options;
  const go = `printf . >&3; read -r _ <&6 || exit 125; ${hasSecrets ? 'eval "$(cat <&6)"; ' : ""}`;
  const script = `${bound(mostProcesses)}${first?.script ?? ""}${go}exec "$@" 3>&- 4>&- 5>&- 6>&-`;
  return ["sh", "-c", script, "sh", ...(first?.words ?? []), ...argv];
}

export type AsProgram = {
  mostProcesses: number | null;
  hasSecrets: boolean;
  /** Done before anything else; takes its words away. */
  first?: { script: string; words: readonly string[] } | undefined;
};

/**
 * Set from inside, because it counts the processes of a user within one user namespace. Outside it would count all that
 * the person runs. Shells disagree on the letter.
 */
function bound(processes: number | null): string {
  return processes === null ? "" : `ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} || exit 125; `;
}

/** Bash, because a plain shell cannot name a file descriptor with two digits. Nearly always there is nothing to close. */
function withoutDescriptors(numbers: readonly number[]): string[] {
  if (numbers.length === 0) return [];
  return ["bash", "-c", `exec ${numbers.map((number) => `${number}>&-`).join(" ")}; exec "$@"`, "bash"];
}

/** Paths are handed over as words and never become part of the script. */
function setUp(chain: Chain): { script: string; words: string[] } {
  const { limits, overlays } = chain;
  const lines = [
    // Shells count files in blocks of 512 bytes and memory in KiB.
    `ulimit -c 0; ulimit -f ${Math.floor(limits.fileBytes / 512)} || exit 125`,
    ...(chain.isMemoryPerProcess ? [`ulimit -d ${Math.floor(limits.memoryBytes / 1024)} || exit 125`] : []),
  ];
  const words: string[] = [];
  for (const { number, lower, make } of overlays) {
    words.push(lower);
    // Volatile: whatever lies there is thrown away, so nobody waits at its end until all of the disk is written.
    const options = `userxattr,volatile,lowerdir="$1",upperdir=upper.${number},workdir=work.${number}`;
    lines.push(`mount -i -n -t overlay overlay -o ${options} mnt.${number} || exit 125; shift`);
    for (const { within, type } of make) {
      words.push(dirname(within), within);
      lines.push(`mkdir -p "mnt.${number}$1" || exit 125; shift`);
      lines.push(`${type === "folder" ? "mkdir -p" : ": >"} "mnt.${number}$1" || exit 125; shift`);
    }
  }
  if (chain.filter !== null) {
    words.push(chain.filter);
    lines.push('exec 5< "$1" || exit 125; shift');
  }
  return { script: [...lines, 'exec "$@"'].join("\n"), words };
}
