import type { StepCost } from "../plan/forecast.ts";
import type { LedgerFilter, LedgerGroup, LedgerRow, LedgerSum, LedgerView } from "../record/ledger-row.ts";
import type { InboxItem } from "../record/question.ts";
import type { RepositoryId } from "../record/repository-id.ts";
import type { HostId, Lease, Run, RunId, RunSummary } from "../record/run.ts";
import type { RunEvent, RunFact } from "../record/run-event.ts";

/** What outlives every process: runs, their journals, the inbox, who carries out what. Postgres behind it. */
export interface Store {
  readonly journal: Journal;
  readonly runs: Runs;
  readonly inbox: Inbox;
  readonly hosts: Hosts;
  readonly topics: Topics;
  readonly ledger: Ledger;
  /** Where the durable engine keeps its own tables. */
  readonly url: string;
  /** Connections for a library that asks the database in its own words; whoever asks for them ends them. */
  connections(settings: { most: number; options: string }): Connections;
  close(): Promise<void>;
}

/** The pool of the driver, which only `store` may name, as far as anybody here knows it. */
export interface Connections {
  connect(): Promise<Connection>;
  end(): Promise<void>;
}
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** With true the connection is closed, and not used again. */
  release(isBroken?: boolean): void;
}

export interface Journal {
  /**
   * Appends events in one transaction, with every list that shows them. While it runs nobody else can append to the same
   * run, so `decide` may look at what has happened so far and rely on it. A second call with the same key changes
   * nothing and returns the first value, which must be JSON; but one that appends nothing does not count, and its key is
   * still free. `decide` may be called again, when the connection was lost or somebody else has written meanwhile, and
   * before it is known whether the lease still holds: it is quick, asks nothing but `sofar`, and changes
   * nothing. What follows from an event is done once it is there.
   * Throws `StoreError` "lease-lost" when a lease is given and the run was taken or released since, "no-run" for a run that
   * is not there. Whatever `decide` throws passes through, and nothing is written.
   */
  commit<T>(entry: Entry, decide: (sofar: Sofar) => Promise<Written<T>> | Written<T>): Promise<T>;
  /** The value of an earlier commit. */
  find<T>(run: RunId, key: string): Promise<T | undefined>;
  /** In order, those after `after` (0 for all). */
  read(run: RunId, after: number): Promise<RunEvent[]>;
  /** The same, and then whatever comes, until the signal. Never misses one. */
  follow(run: RunId, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
}

/** `key` is null where the state decides whether something is still to be done. */
export type Entry = { run: RunId; key: string | null; lease: Lease | null };
export type Sofar = { read(after: number): Promise<RunEvent[]> };
export type Written<T> = { facts: readonly RunFact[]; value: T };

export interface Runs {
  /** Throws `StoreError` "run-exists" while another run of the same branch in the same repository is not over. */
  create(run: Run, facts: readonly RunFact[]): Promise<void>;
  get(id: RunId): Promise<Run | null>;
  /** Newest first. */
  list(of: { repository?: RepositoryId; isOver?: boolean }): Promise<RunSummary[]>;
  /** What the newest accepted steps of a repository have cost, newest first; those that nobody worked on are left out. */
  costs(repository: RepositoryId): Promise<StepCost[]>;
  /** Takes a run that is over, with all that is kept of it here, out of the lists. Throws `StoreError` "not-over" for another. */
  forget(id: RunId): Promise<void>;
}

export interface Inbox {
  /** Oldest first, critical ones on top. */
  open(of: { run?: RunId; repository?: RepositoryId }): Promise<InboxItem[]>;
  get(id: string): Promise<InboxItem | null>;
}

/** A process on a machine, which may hold many leases. `started` tells it from a later one with the same number; `machine` from one elsewhere. */
export type HostProcess = { id: HostId; machine: string; pid: number; started: string | null };

export type Holder = HostProcess & { epoch: number; silent: number };

export interface Hosts {
  /**
   * Makes a host known. Done again it is a sign of life: others may take over the runs of a host that gives none for half
   * a minute.
   */
  announce(host: HostProcess): Promise<void>;
  /** Forgets a host; nobody carries its runs out any more. */
  withdraw(host: HostId): Promise<void>;
  /** The host of a run, with its lease and the seconds since its last sign of life; null where there is none. */
  holder(run: RunId): Promise<Holder | null>;
  /**
   * A lease that nobody has had before. Null when the run has a host, be it this one: `over` names a lease that may be
   * passed over. Throws `StoreError` "no-host" for a host that was never announced.
   */
  take(run: RunId, host: HostId, over: Lease | null): Promise<Lease | null>;
  /** Changes nothing once the run was taken by a later lease. */
  release(run: RunId, lease: Lease): Promise<void>;
}

/** Named logs that steps subscribe to, and people write to, one set for each repository. */
export interface Topics {
  /** Throws `StoreError` "bad-topic" for a name that no topic can have (`plan/topic-name.ts`). */
  post(message: TopicMessage): Promise<void>;
  /** Oldest first, the last `most` (null for all): of everybody, or of those whom a run listens to. */
  read(repository: RepositoryId, topic: string, most: number | null, heard?: Heard): Promise<PostedMessage[]>;
  /** The topics of a repository to which something was posted, by name. */
  list(repository: RepositoryId): Promise<TopicSummary[]>;
}
/**
 * `key` makes posting the same message twice harmless, and says who posts: a step, by its run, or a person
 * (`record/post-key.ts`).
 */
export type TopicMessage = { repository: RepositoryId; topic: string; key: string; by: string; text: string };
export type PostedMessage = { by: string; text: string; at: string };
/** These steps of a run, and people since the run was created. */
export type Heard = { run: RunId; steps: readonly string[] };
export type TopicSummary = { topic: string; messages: number; lastAt: string };

/** What models were asked, and what that cost. Rows are only ever added, and outlive the runs they are of. */
export interface Ledger {
  /** All or none of them. A row whose run has one under the same key already changes nothing. */
  add(rows: readonly LedgerRow[]): Promise<void>;
  /** Oldest first. */
  read(of: LedgerFilter): Promise<LedgerRow[]>;
  /** Added up by a view, in the order of its names; `total` is null where there is no row. */
  sums(of: LedgerFilter, by: LedgerView): Promise<{ groups: LedgerGroup[]; total: LedgerSum | null }>;
}
