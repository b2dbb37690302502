import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a worker does that waits, in the run's own tree, until it is let go. */
export const UNTIL_LET_GO = "until [ -e go ]; do sleep 0.05; done; rm go";

/** The worker of the run `words` goes on. */
export function letGo({ home }: { home: string }): void {
  const [tree] = globSync(join(home, "repositories/*/runs/words-*/work/tree"));
  if (tree === undefined) throw new Error("the run has no tree of its own");
  writeFileSync(join(tree, "go"), "");
}
