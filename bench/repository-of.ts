import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository of so many small files, fifty in each folder, all of them in its one commit. */
export function placeRepository(top: string, files: number): void {
  for (let file = 0; file < files; file++) {
    const folder = join(top, "source", String(Math.floor(file / IN_A_FOLDER)));
    if (file % IN_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file}.js`), `export const number = ${file};\n`.repeat(10));
  }
  git(top, "init", "-q", "-b", "main");
  git(top, "add", "-A");
  git(top, "commit", "-qm", "base");
}

const IN_A_FOLDER = 50;

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgsign=false"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}
