import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../../plan/model.ts";
import { roleOf } from "../../plan/policies.ts";
import type { AgentJob, Kept } from "../../ports/agent.ts";
import type { Mount } from "../../ports/sandbox.ts";
import type { AttemptKey } from "../../record/run.ts";
import { keysOf, type Worked } from "../state/outcome.ts";
import type { RunWorld } from "../state/run-world.ts";

/** What the worker of a step is to do. Each attempt is a conversation of its own, which its legs go on with. */
export async function jobOf({ store }: Pick<RunWorld, "store">, key: AttemptKey, step: Step): Promise<AgentJob> {
  const { attempt, leg } = key;
  const earlier = leg === 1 ? null : await store.journal.find<Worked>(key.run, keysOf({ ...key, leg: leg - 1 }).worked);
  const resume = earlier?.status === "worked" ? earlier.resume : undefined;
  return {
    session: { id: idOf(key), of: "attempt", ...(resume !== undefined && { resume }) },
    attempt: { number: attempt, leg },
    ...{ number: step.number, role: roleOf(step), mode: "act" },
  };
}

/** Where what the conversation of an attempt needs to go on is kept; it goes with all else of the run. */
export const sessionFolder = (folder: string, key: AttemptKey): string => join(folder, "sessions", key.run, idOf(key));

const idOf = ({ step, attempt }: AttemptKey): string => `${encodeURIComponent(step)}-${attempt}`;

/**
 * The folder made ready for a worker: the only part of its HOME that stays. Where the worker is not sandboxed, it finds it
 * where it lies.
 */
export function openKept(folder: string, isHolding: boolean): { kept: Kept; home: Mount } {
  const show = join(folder, "home");
  mkdirSync(show, { recursive: true, mode: 0o700 });
  const at = isHolding ? INSIDE : show;
  return { kept: { folder, at }, home: { show, at, access: "write" } };
}

const INSIDE = "/run/planwright/session";
