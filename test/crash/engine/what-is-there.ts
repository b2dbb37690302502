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
  /** Commits that the journal names and the branch does not have. */
  lost: string[];
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
  return {
    subjects: commits.map(({ subject }) => subject),
    acceptedInGit,
    acceptedInJournal: countsOf(accepted.map(({ step }) => String(step))),
    lost: accepted
      .map(({ accepted: commit, commit: skipped }) => String(commit ?? skipped))
      .filter((id) => !onBranch.has(id)),
    crashed: events.facts.filter(({ type, why }) => type === "attempt-interrupted" && why === "crashed").length,
    isGapless: events.seqs.every((seq, index) => seq === index + 1),
    status: events.status,
  };
}

const countsOf = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));

type Fact = { type: string; why?: string; step?: string; accepted?: string; commit?: string };

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
