import { existsSync } from "node:fs";
import type { StartedProgram } from "../programs/program.ts";
import { startProgram } from "../programs/run-program.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";

/** Which files of some folders are opened, by whomever. */
export type OpenWatch = {
  /** Settles when every open from now on is seen. `root` is a whole path, the folders are relative to it. */
  begin(root: string, folders: readonly string[]): Promise<void>;
  /** All that was opened since, and why something may be missing. Must be called, also when it never began. */
  end(): Promise<{ opened: Set<string>; missed: string | null }>;
};

/**
 * The kernel's inotify, which Node offers without the one event that matters here. Perl comes with nearly every git, starts
 * in a few milliseconds and can make any system call by its number; nothing has to be compiled. Never rejects.
 */
export function openWatch(): OpenWatch {
  const started = start();
  const told: string[] = [];
  let rest = "";
  let hasEnded = false;
  let hear = (): void => {};
  const listening = started.then((program) => {
    if (typeof program === "string") return void told.push(`!${program}`);
    const said = program.pipe(1);
    said.setEncoding("utf8");
    said.on("data", (text: string) => {
      const records = `${rest}${text}`.split("\0");
      rest = records.pop() ?? "";
      told.push(...records);
      hear();
    });
    said.once("close", () => {
      hasEnded = true;
      hear();
    });
    program.pipe(0).on("error", () => {});
    return program;
  });
  return {
    async begin(root, folders) {
      const program = await listening;
      if (!program) return;
      const isReady = new Promise<void>((resolve) => {
        hear = resolve;
        if (hasEnded) resolve();
      });
      program.pipe(0).write(`${[root, ...folders.map((folder) => folder || ".")].join("\0")}\0\0`);
      await isReady;
    },
    async end() {
      const program = await listening;
      program?.pipe(0).end();
      await program?.exit;
      const complaint = told.find((record) => record.startsWith("!"));
      const missed = complaint?.slice(1) ?? (told.includes("=") ? null : "what looks for opened files did not start");
      return { opened: new Set(told.flatMap((each) => (each.startsWith("+") ? [each.slice(1)] : []))), missed };
    },
  };
}

async function start(): Promise<StartedProgram | string> {
  const trouble = watchTrouble();
  if (trouble !== null) return trouble.cause;
  try {
    const argv = [perl() ?? "", "-e", SCRIPT, ...(CALLS[process.arch] ?? []).map(String)];
    return await startProgram({ argv, cwd: "/", env: OWN_ENVIRONMENT, pipes: { 0: "to", 1: "from" }, life: [1] });
  } catch (error) {
    return (error as Error).message;
  }
}

/** What is missing on this machine, as far as that can be told without trying. */
export function watchTrouble(): { cause: string; remedy: string } | null {
  if (process.platform !== "linux") return { cause: "files are watched on Linux only", remedy: "use Linux" };
  if (CALLS[process.arch] === undefined)
    return { cause: `files are not watched on ${process.arch}`, remedy: "use a machine with x64 or arm64" };
  return perl() === undefined ? { cause: "perl is not installed", remedy: "sudo apt-get install perl-base" } : null;
}

/** Never by PATH, which may lead into a repository. */
const perl = (): string | undefined => PLACES.find((path) => existsSync(path));
const PLACES = ["/usr/bin/perl", "/bin/perl", "/usr/local/bin/perl"];

/** `inotify_init1` and `inotify_add_watch`. */
const CALLS: Readonly<Record<string, readonly [number, number]>> = { x64: [294, 254], arm64: [26, 27] };

/**
 * Reads `root`, then folders, each ended by a zero byte, and an empty one at the end. Says `=` when all are watched, `+PATH`
 * for each file that is opened first, `!WHY` when something may be missing. Its input closes when nobody needs it any more;
 * what the kernel has kept until then is told before it ends. A folder that is not there has no files.
 */
const SCRIPT = `
use strict;
$| = 1;
my ($init, $add) = map { $_ + 0 } @ARGV;
my $asked = '';
while ($asked !~ /\\0\\0\\z/) { sysread(STDIN, $asked, 65536, length $asked) or exit 1 }
my ($root, @folders) = split /\\0/, $asked;
my $fd = syscall($init, 0x800);
if ($fd < 0) { print "!$!\\0"; exit 1 }
my (%folder, %seen);
chdir $root or do { print "!$!\\0"; exit 1 };
for my $each (@folders) {
  my $watch = syscall($add, $fd, $each, 0x20 | 0x01000000);
  if ($watch >= 0) { $folder{$watch} = $each eq '.' ? '' : "$each/" }
  elsif ($! != 2 && $! != 20) { print "!$!\\0"; exit 1 }
}
chdir '/';
open(my $events, '<&=', $fd) or exit 1;
print "=\\0";
sub look {
  while (sysread($events, my $bytes, 262144)) {
    my $told = '';
    for (my $at = 0; $at < length $bytes;) {
      my ($watch, $mask, undef, $length) = unpack 'iIII', substr($bytes, $at, 16);
      my $name = unpack 'Z*', substr($bytes, $at + 16, $length);
      $at += 16 + $length;
      if ($mask & 0x4000) { $told .= "!too many files were opened at once\\0" }
      elsif ($mask & 0x20 && !($mask & 0x40000000)) {
        my $path = $folder{$watch} . $name;
        $told .= "+$path\\0" unless $seen{$path}++;
      }
    }
    print $told;
  }
}
while (1) {
  my $ready = '';
  vec($ready, 0, 1) = vec($ready, $fd, 1) = 1;
  select($ready, undef, undef, undef);
  look();
  last if vec($ready, 0, 1);
}
look();
`;
