import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { prerequisite } from "./prerequisite.ts";

const program = join(import.meta.dirname, "as-nobody.sh");

/** The program that starts another one as a user to whom nothing belongs, and who can read this checkout all the same. */
export const asNobody = prerequisite(
  "a checkout that others can read",
  spawnSync(program, ["test", "-r", join(import.meta.dirname, "../package.json")]).status === 0 && program,
  "put it where they may, or let root mount",
);
