import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/**
 * What git and the database say about a plan, read with nothing of Planwright's: whoever counts must not believe those
 * who are counted.
 */
export type WhatIsThere = {
  /** Subjects of the plan's branch, oldest first. */
  subjects: string[];
  /** How often each step was accepted, by the branch and by the journal. */
  acceptedInGit: Record<string, number>;
  acceptedInJournal: Record<string, number>;
  /** Commits that the journal names and the branch does not have, and work on the branch that has no note of its receipt. */
  lost: string[];
  /** The journal is numbered without gaps, and nothing in it is of a host or an attempt whose time was over. */
  isGapless: boolean;
  /** Attempts that were closed because their process was gone. */
  crashed: number;
  status: string;
};

export async function whatIsThere(top: string, home: string, plan: string): Promise<WhatIsThere> {
  const log = git(top, "log", "--first-parent", "--reverse", "--format=%H %s", `main..plan/${plan}`).split("\n");
  const commits = log
    .filter(Boolean)
    .map((line) => ({ id: line.slice(0, line.indexOf(" ")), subject: line.slice(line.indexOf(" ") + 1) }));
  const acceptedInGit = countsOf(
    commits.flatMap(({ subject }) => /^plan accepted: task-(\d+) /.exec(subject)?.[1] ?? []),
  );
  const events = await eventsOf(home, top, plan);
  const accepted = events.facts.filter(({ type }) => type === "step-accepted" || type === "step-skipped");
  const onBranch = new Set(commits.map(({ id }) => id));
  const noted = git(top, "notes", "--ref", "planwright", "list").split(/\s+/);
  const work = commits.filter((_, index) => commits[index + 1]?.subject.startsWith("plan accepted: "));
  return {
    subjects: commits.map(({ subject }) => subject),
    acceptedInGit,
    acceptedInJournal: countsOf(accepted.map(({ step }) => String(step))),
    lost: [
      ...accepted
        .map(({ accepted: commit, commit: skipped }) => String(commit ?? skipped))
        .filter((id) => !onBranch.has(id)),
      ...work.filter(({ id }) => !noted.includes(id)).map(({ subject }) => `the note on ${subject}`),
    ],
    crashed: events.facts.filter(({ type, why }) => type === "attempt-interrupted" && why === "crashed").length,
    isGapless: events.seqs.every((seq, index) => seq === index + 1) && isInTurn(events.facts),
    status: events.status,
  };
}

const countsOf = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));

/** Whoever was passed over has nothing to say any more, nor has an attempt that was closed. */
function isInTurn(facts: readonly Fact[]): boolean {
  let host: string | undefined;
  let attempt: string | null = null;
  return facts.every((fact) => {
    const own = `${fact.step}/${fact.attempt}/${fact.leg}`;
    if (fact.type === "hosted") host = fact.host;
    if (fact.type === "released") return fact.host === host;
    if (fact.type === "attempt-started") attempt = own;
    else if (fact.type === "worker-ended") return attempt === own;
    else if (fact.type.startsWith("attempt-")) {
      const isOpen = attempt === own;
      attempt = null;
      return isOpen;
    }
    return true;
  });
}

type Fact = {
  type: string;
  host?: string;
  why?: string;
  step?: string;
  attempt?: number;
  leg?: number;
  accepted?: string;
  commit?: string;
};

async function eventsOf(
  home: string,
  top: string,
  plan: string,
): Promise<{ seqs: number[]; facts: Fact[]; status: string }> {
  const { socket } = JSON.parse(readFileSync(join(home, "postgres/place.json"), "utf8"));
  const password = readFileSync(join(home, "postgres/password"), "utf8").trim();
  const client = new pg.Client({ host: socket, user: "planwright", password, database: "planwright" });
  await client.connect();
  try {
    const runs = await client.query("select id, status from planwright.runs where top = $1 and plan_id = $2", [
      top,
      plan,
    ]);
    if (runs.rows.length !== 1) throw new Error(`${runs.rows.length} runs of ${plan}`);
    const { id, status } = runs.rows[0];
    const { rows } = await client.query("select seq, fact from planwright.events where run = $1 order by seq", [id]);
    return { seqs: rows.map(({ seq }) => seq), facts: rows.map(({ fact }) => fact), status };
  } finally {
    await client.end();
  }
}

function git(top: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
