import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { gitIn, write } from "../a-checkout.ts";
import { planwright, type Run } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";

/** A person's repository with a plan in it, a home of Planwright's of its own, and shell scripts for agents. */
export type APlanRun = {
  place: string;
  top: string;
  home: string;
  env: Readonly<Record<string, string>>;
  run(args: readonly string[], env?: Record<string, string>): Run;
  /** The same without waiting. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
  git(...args: string[]): string;
};

/** Each agent lies outside the repository, at `../NAME.sh`. Without a database of its own the home starts one. */
export function aPlanRun(
  scene: {
    files: Readonly<Record<string, string>>;
    agents?: Readonly<Record<string, string>>;
  },
  database: string | null = null,
): APlanRun {
  const place = tempFolder();
  const [top, home] = [join(place, "repository"), join(place, "home")];
  mkdirSync(top);
  gitIn(top, "init", "-q", "-b", "main");
  write(top, scene.files);
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base", "--allow-empty");
  for (const [name, script] of Object.entries(scene.agents ?? {})) {
    const file = `${name}.sh`;
    write(place, { [file]: `#!/usr/bin/env bash\nset -eu\n${script}` });
    chmodSync(join(place, file), 0o755);
  }
  const env = { PLANWRIGHT_HOME: home, ...(database !== null && { PLANWRIGHT_DATABASE_URL: database }) };
  onTestFinished(() => (existsSync(join(home, "postgres")) ? removePostgres(home) : undefined));
  return {
    ...{ place, top, home, env },
    run: (args, more = {}) => planwright(args, top, { ...env, ...more }),
    start: (args) => spawn(inject("planwright"), args, { cwd: top, env: { ...process.env, ...env }, stdio: "pipe" }),
    git: (...args) => gitIn(top, ...args),
  };
}

/** A plan in the steps dialect; each step is a contract and what else stands in it. */
export const stepsPlan = (
  steps: readonly { task?: string; contract: string; more?: string }[],
  frontmatter = "",
): string =>
  `---\ntype: plan\n${frontmatter}---\n\n# Words\n\n## Steps\n${steps
    .map(
      ({ task = "Do it.", contract, more = "" }, index) =>
        `\n### ${index + 1}. Step ${index + 1}\n\n**task:**\n${task}\n\n**contract:**\n\`\`\`shell\n${contract}\n\`\`\`\nexit_code == 0\n${more}`,
    )
    .join("")}`;
