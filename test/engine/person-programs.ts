import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tempFolder } from "../temp-folder.ts";
import { setVariable } from "./a-person.ts";

/** The pull requests that the stand-in for `gh` keeps, by branch. */
export type PersonPrograms = {
  folder: string;
  pulls(): Record<string, { title: string; state: string; body: string }>;
};

/** Puts small programs named `uv` and `gh` first on the person's PATH, until the test ends. They do the real thing in small. */
export function personPrograms(): PersonPrograms {
  const folder = tempFolder();
  cpSync("test/fixtures/programs", folder, { recursive: true });
  // The interpreter itself: a version manager in front of it takes longer than what it runs here.
  const { stdout } = spawnSync("python3", ["-c", "import os, sys; print(os.path.realpath(sys.executable))"]);
  symlinkSync(stdout.toString().trim(), join(folder, "bin", "python3"));
  setVariable("PATH", [join(folder, "bin"), process.env.PATH].join(delimiter));
  const pulls = join(folder, "pulls");
  const read = (name: string, what: string): string => readFileSync(join(pulls, name, what), "utf8").trim();
  return {
    folder,
    pulls: () =>
      Object.fromEntries(
        (existsSync(pulls) ? readdirSync(pulls) : []).map((name) => [
          name.replaceAll("%", "/"),
          { title: read(name, "title"), state: read(name, "state"), body: read(name, "body") },
        ]),
      ),
  };
}
