import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/span.ts";

/**
 * Where an agent in Plan mode gets its plan directories and hands its plans in. What an agent can get wrong comes back as
 * a `Refusal`, in a sentence for it; a method rejects only when the desk itself is broken. Calls from several processes
 * wait for one another.
 */
export interface PlanDesk {
  /** The thread whose agent sits here. */
  readonly thread: string;
  /** The plan directories now: the thread's own first, then those it has requested, oldest first. */
  folders(): readonly PlanFolder[];
  /** One line of 1 to 100 characters; says it as it is kept. */
  setTopic(topic: string): Promise<{ ok: true; topic: string } | Refusal>;
  /** A new thread with a plan directory, planned from here until it is removed. */
  requestThread(): Promise<{ ok: true; folder: PlanFolder } | Refusal>;
  /**
   * Takes a requested thread out of what is planned here, and deletes its plan directory; revisions of it that were
   * committed stay. Refused for the thread itself, and for one that was not requested from here.
   */
  removeThread(thread: string): Promise<{ ok: true } | Refusal>;
  /** Deletes what is in the thread's own plan directory; links go, and what they lead to stays. */
  clearCurrent(): Promise<void>;
  /** Hands every plan directory in, all of them or none. */
  commit(): Promise<Committing>;
}

export type PlanFolder = { thread: string; path: string };

export type Refusal = { ok: false; why: string };

/** What came of a commit. With a problem, or an error among the diagnostics, nothing is stored. */
export type Committing = Findings & ({ ok: true; committed: readonly Committed[] } | { ok: false });

export type Findings = {
  /** Sentences about a directory itself, such as a link in it. */
  problems: readonly string[];
  /** About the plans in them, of all directories. */
  diagnostics: readonly Diagnostic[];
  /** The texts the diagnostics point into. */
  sources: readonly SourceFile[];
};

/**
 * Revisions are counted per thread, from 1. One is a copy of the files that never changes, and committing the same text
 * as last time gives the same revision again. `hash` is null for a thread that has no plan: its own directory was cleared,
 * or holds nothing while others are planned; 0 is the revision of one that never had any.
 */
export type Committed = { thread: string; revision: number; hash: string | null };
