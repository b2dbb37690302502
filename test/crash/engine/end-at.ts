import { appendFileSync } from "node:fs";
import { onBoundary } from "../../../src/engine/state/boundaries.ts";

/**
 * Loaded before Planwright (`node --import`): writes every boundary it passes to a file, and ends the process with
 * SIGKILL at one of them, as a machine without power would.
 */
const { PW_BOUNDARIES: file, PW_END_AT: end } = process.env;
const seen = new Map<string, number>();

onBoundary((name) => {
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  const here = `${name} #${count}`;
  if (file) appendFileSync(file, `${here}\n`);
  if (here === end) process.kill(process.pid, "SIGKILL");
});
