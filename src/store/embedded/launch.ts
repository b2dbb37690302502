import { dirname } from "node:path";
import { type Detached, startDetached } from "./detached.ts";
import type { Place } from "./place.ts";

/** Seconds without a client after which the server ends, and how often that is looked at. */
export type Idle = { after: number; every: number };

/** Starts the server with its watchdog. Both outlive us. */
export const launch = (place: Place, postgres: string, idle: Idle): Promise<Detached> =>
  startDetached(
    [
      ...["bash", "--norc", "--noprofile", "-c", SCRIPT, "planwright"],
      ...[String(idle.after), String(idle.every), dirname(place.own)],
      ...[postgres, "-D", place.data, ...settings(place).flatMap((setting) => ["-c", setting])],
    ],
    { cwd: place.folder, output: place.log, user: place.user },
  );

/**
 * The shell becomes the server. Before that it leaves a watchdog behind, which sleeps on a pipe that only the server holds
 * open: when the pipe ends so does the server, and the watchdog with it. A process with a client says so in its title.
 * Nobody needs the server of a home that was removed; where the home cannot be seen by its user, the clients decide alone.
 */
const SCRIPT = `
after=$1 every=$2 home=$3
shift 3
titles() {
  if [ -r /proc/$$/task/$$/children ]; then
    for child in $(< /proc/$$/task/$$/children); do
      IFS= read -r -d '' title < /proc/$child/cmdline
      printf '%s\\n' "$title"
    done 2> /dev/null
  else
    ps -A -o ppid= -o command= | grep "^ *$$ " || echo '[local]'
  fi
}
watch() {
  quiet=0 seen=
  [ -e "$home" ] && seen=yes
  while read -r -t "$every" nothing || [ $? -gt 128 ]; do
    case $(titles) in
      *'[local]'*) quiet=0 ;;
      *) quiet=$((quiet + every)) ;;
    esac
    [ -z "$seen" ] || [ -e "$home" ] || quiet=$after
    [ "$quiet" -lt "$after" ] || { kill -INT $$; quiet=0; }
  done
}
exec 9> >(watch <&0 > /dev/null 2>&1 &)
exec "$@"
`;

/** Small, since it works for one person; and as safe as ever, since that person's work is in it. */
const settings = ({ socket }: Place): string[] => [
  "listen_addresses=",
  `unix_socket_directories=${socket}`,
  "unix_socket_permissions=0700",
  "port=5432",
  "max_connections=200",
  "shared_buffers=16MB",
  "io_method=sync",
  "max_parallel_workers=0",
  "max_parallel_workers_per_gather=0",
  "max_logical_replication_workers=0",
  "max_wal_senders=0",
  "wal_level=minimal",
  "min_wal_size=32MB",
  "max_wal_size=256MB",
  "log_checkpoints=off",
  "timezone=UTC",
  "log_timezone=UTC",
  "lc_messages=C",
];
