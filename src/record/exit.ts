/** How a program ended: by itself, by a signal, or because a limit or the caller stopped it. */
export type Exit =
  | { kind: "exited"; code: number }
  | { kind: "signalled"; signal: string }
  | { kind: "stopped"; by: "seconds" | "memory" | "output" | "disk" | "caller" };
