import type { Limits } from "../ports/sandbox.ts";

export type Chain = {
  limits: Limits;
  /** Limits that only the process itself can be given. */
  isMemoryPerProcess: boolean;
  isProcessesPerUser: boolean;
  joinFiles: readonly string[];
  /** Numbers of the folders of the scratch folder in which an overlay is to be mounted, and what to make in each. */
  overlays: readonly { slot: number; make: readonly { within: string; type: "folder" | "file" }[] }[];
  next: readonly string[];
};

/**
 * Programs that each become the next, so that one process number stands for all of them: limits, then a place for
 * overlays, then the group, then `next`.
 */
export function chainOf(chain: Chain): [string, ...string[]] {
  const { script, words } = setUp(chain);
  return [
    "prlimit",
    ...prlimits(chain),
    ...(chain.overlays.length > 0 ? ["unshare", "--user", "--map-root-user", "--mount"] : []),
    // After unshare, which would clear it.
    ...["setpriv", "--pdeathsig", "KILL"],
    ...["sh", "-c", script, "sh", String(process.pid), ...words],
    ...chain.next,
  ];
}

/** Says on file descriptor 3 that all is set up, and becomes the program: 127 when there is none, as shells have it. */
export const AS_PROGRAM = ["sh", "-c", 'printf . >&3; exec "$@" 3>&- 4>&-', "sh"];

function prlimits({ limits, isMemoryPerProcess, isProcessesPerUser }: Chain): string[] {
  return [
    "--core=0",
    `--fsize=${limits.fileBytes}`,
    ...(isMemoryPerProcess ? [`--data=${limits.memoryBytes}`] : []),
    ...(isProcessesPerUser ? [`--nproc=${limits.processes}`] : []),
  ];
}

/** Paths are handed over as words and never become part of the script. */
function setUp({ joinFiles, overlays }: Chain): { script: string; words: string[] } {
  const lines = [
    // From here on we die with our parent. If it was gone before, somebody else is our parent now.
    '[ "$PPID" = "$1" ] || exit 125; shift',
    ...joinFiles.map(() => 'echo $$ > "$1" || exit 125; shift'),
  ];
  const words = [...joinFiles];
  for (const { slot, make } of overlays) {
    // Short, fixed names: a path could hold a comma or a colon, which mean something in mount options.
    const options = `userxattr,lowerdir=${slot}/lower,upperdir=${slot}/upper,workdir=${slot}/work`;
    lines.push(`mount -t overlay overlay -o ${options} ${slot}/mnt || exit 125`);
    for (const { within, type } of make) {
      words.push(within);
      const place = `"${slot}/mnt$1"`;
      if (type === "folder") lines.push(`mkdir -p ${place} || exit 125; shift`);
      else lines.push(`mkdir -p "$(dirname ${place})" && : > ${place} || exit 125; shift`);
    }
  }
  return { script: [...lines, 'exec "$@"'].join("\n"), words };
}
