import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { tempFolder } from "../temp-folder.ts";

/** Somebody with an empty home and `planwright` on PATH, in a folder of their own. */
export function aReader() {
  const place = tempFolder();
  const [home, programs] = [join(place, "home"), join(place, "programs")];
  for (const folder of [home, programs]) mkdirSync(folder);
  // On a terminal `verify` is pretty by itself.
  const launcher = `#!/bin/sh\n[ "$1" = verify ] && set -- "$@" --format pretty\nexec '${inject("planwright")}' "$@"\n`;
  writeFileSync(join(programs, "planwright"), launcher);
  chmodSync(join(programs, "planwright"), 0o755);
  writeFileSync(join(home, ".gitconfig"), "[user]\n  name = Ann\n  email = ann@example.com\n");
  onTestFinished(() => {
    const planwrights = join(home, ".agentflow");
    return existsSync(join(planwrights, "postgres")) ? removePostgres(planwrights) : undefined;
  });
  const env = { ...process.env, HOME: home, PATH: [programs, process.env.PATH].join(delimiter) };
  for (const name of ["PLANWRIGHT_HOME", "PLANWRIGHT_DATABASE_URL", "FORCE_COLOR"])
    delete (env as NodeJS.ProcessEnv)[name];

  let cwd = place; // Follows `cd`.
  return {
    place,
    home,
    write(path: string, text: string): void {
      const file = join(cwd, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    type(line: string): { status: number | null; printed: string } {
      const script = `${line}\nstatus=$?\npwd >&3\nexit $status`;
      const { status, stdout, stderr, output } = spawnSync("bash", ["-c", script], {
        ...{ cwd, env, encoding: "utf8" },
        stdio: ["ignore", "pipe", "pipe", "pipe"],
      });
      cwd = realpathSync(output[3]?.trim() || cwd);
      return { status, printed: `${stdout}${stderr}` };
    },
  };
}
