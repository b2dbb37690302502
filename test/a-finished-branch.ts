import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStepRun } from "../src/app/proving/open-step-run.ts";
import { steps as dialect } from "../src/dialects/steps/dialect.ts";
import { acceptStep } from "../src/engine/branch/accept-step.ts";
import { completePlan } from "../src/engine/branch/complete-plan.ts";
import { allowedSignersLine, openSigner } from "../src/receipts/signing-key.ts";
import { gitIn, makeRepository, write } from "./attack/a-run.ts";
import { acceptable, attemptStep } from "./attempt-step.ts";

/** One step and the shell script that carries it out. */
export type Worked = { title: string; contract: string; script: string };

export type FinishedBranch = {
  /** The repository that holds the branch `plan/{id}`; `main` is checked out. */
  top: string;
  /** Of the machine that made it. */
  home: string;
  /** The line for `allowed_signers`. */
  signers: string;
  remove(): void;
};

/** Stands, in `allowed_signers` and scripts, for the line of the key that will sign all of it. */
export const OWN_LINE = "<own line>";

/** Carries a whole plan out with the real engine: worker, proof, two commits for each step, `plan complete`. */
export async function aFinishedBranch(
  files: Readonly<Record<string, string>>,
  title: string,
  worked: readonly Worked[],
): Promise<FinishedBranch> {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "planwright-finished-"));
  const top = join(place, "repository");
  const home = join(place, "home");
  process.env.PLANWRIGHT_HOME = home;
  for (const folder of [top, home]) mkdirSync(folder, { mode: 0o700 });
  const signers = allowedSignersLine(openSigner(join(home, "keys")));
  const named = (text: string): string => text.replaceAll(OWN_LINE, signers.trimEnd());
  const { allowed_signers, ...others } = files;
  makeRepository(top, { files: others });
  if (allowed_signers !== undefined) {
    write(top, { allowed_signers: named(allowed_signers) });
    gitIn(top, "add", "allowed_signers");
    gitIn(top, "commit", "-qm", "say who may sign");
  }
  const plan = { root: ".plan", files: [{ path: ".plan/plan.md", text: planText(title, worked) }] };
  const { run, close } = await openStepRun(top, { dialect, files: plan, approvedBy: "ann" });
  let tip = "";
  for (const [index, { script }] of worked.entries()) {
    const step = run.plan.steps[index];
    if (!step) throw new Error(`no step ${index + 1}`);
    const command = { argv: ["bash", "-c", named(script)], cwd: run.place.at, env: {}, stdin: "none" } as const;
    const signal = AbortSignal.timeout(60_000);
    const attempt = await attemptStep(run, step, command, { number: 1, limits: LIMITS, network: "none", signal });
    if (attempt.outcome.status !== "proven") throw new Error(JSON.stringify(attempt));
    tip = (await acceptStep(run, dialect, { ...acceptable(attempt), said: step.title })).accepted;
  }
  await completePlan(run, dialect, tip);
  await close();
  gitIn(top, "fsck", "--strict");
  return { top, home, signers, remove: () => rmSync(place, { recursive: true }) };
}

const MEBI = 1024 * 1024;
const LIMITS = { seconds: 60, memoryBytes: 1024 * MEBI, processes: 256, outputBytes: MEBI, fileBytes: MEBI };

const planText = (title: string, steps: readonly Worked[]): string =>
  `---\ntype: plan\n---\n\n# ${title}\n\n## Steps\n${steps.map(stepText).join("")}`;

const stepText = ({ title, contract }: Worked, index: number): string => `
### ${index + 1}. ${title}

**task:**
${title}.

**contract:**
\`\`\`shell
${contract}
\`\`\`
exit_code == 0
`;
