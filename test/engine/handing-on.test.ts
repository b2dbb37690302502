import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { gitIn, write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { aPerson, setVariable } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";
import { aTerminal, tmux } from "./a-terminal.ts";

/** Writes the word that the step asks for, and a file that is no text; `never` is beyond it. */
const WORKER = `word=$(grep -oE "Write (one|two|never)" | head -1 | cut -d" " -f2)
[ "$word" = never ] || { echo "$word" > "$word.txt"; printf '\\000\\377\\001%s' "$word" > image.bin; }
`;
const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const KEPT = "refs/planwright/plans/words";
const NEVER = { task: "Write never.", contract: "test -e never.txt", more: "**on_fail:** abort\n" };

const aScene = () =>
  aPerson({
    files: { "old.md": stepsPlan([NEVER]).replace("# Words", "# Old"), "plan.md": stepsPlan([ONE]) },
    command: WORKER,
  });

test("an old plan that has failed is not what merge, diff and open mean without a name", async () => {
  const { told, run, git } = await aScene();
  expect((await run("old.md")).status).toBe(1);
  expect((await run("plan.md")).status).toBe(0);
  expect((await told("diff")).stdout).toContain("+++ b/one.txt\n");
  expect((await told("open")).stdout).toContain("/runs/words-");
  expect(await told("merge", "--yes")).toMatchObject({ status: 0 });
  expect(git("rev-parse", "main^2")).toBe(git("rev-parse", "plan/words"));
});

test("a diff is a patch that git applies, also to what is no text, and coloured only when asked", async () => {
  const { run, git, place, top, url } = await aScene();
  expect((await run("plan.md")).status).toBe(0);
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url, FORCE_COLOR: "1" };
  const diff = (...flags: string[]): string => planwright(["diff", ...flags], top, env).stdout;
  const stdout = diff();
  expect(diff("--color")).toContain("\u001b[32m+");
  expect(diff("--color", "--no-color")).toBe(stdout);
  const clone = join(tempFolder(), "clone");
  git("clone", "-q", top, clone);
  write(clone, { "all.diff": stdout });
  gitIn(clone, "apply", "all.diff");
  expect(readFileSync(join(clone, "one.txt"), "utf8")).toBe("one\n");
  expect(readFileSync(join(clone, "image.bin"))).toEqual(Buffer.from([0, 255, 1, ...Buffer.from("one")]));
  expect(git("hash-object", join(clone, "image.bin"))).toBe(git("rev-parse", "plan/words:image.bin"));
});

test("a branch that was pushed, undone and done again needs force, and whoever sits at a terminal is told so", async (context) => {
  tmux(context);
  const { told, run, git, place, top, url } = await aScene();
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !existsSync(join(folder, "gh")));
  setVariable("PATH", folders.join(delimiter));
  const remote = join(place, "remote.git");
  git("init", "-q", "--bare", remote);
  git("remote", "add", "upstream", remote);
  expect((await run("plan.md")).status).toBe(0);
  expect((await told("pr", "--remote", "upstream")).status).toBe(0);
  expect((await told("undo", "1")).status).toBe(0);
  expect((await told("resume")).status).toBe(0);

  const remedy = `git push --force-with-lease upstream plan/words +${KEPT}`;
  expect(await told("pr", "--remote", "upstream")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(new RegExp(`non-fast-forward.*\`${remedy.replace("+", "\\+")}\` replaces it`)),
  });
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const terminal = aTerminal(top, env);
  terminal.type(`clear; ${resolve("bin/planwright")} pr --remote upstream; echo "status $?"\n`);
  const shown = (await terminal.sees(/^status 2$/m)).replaceAll("\n", "");
  expect(shown).toContain("was not pushed to upstream: git says why above; if a step was undone");
  expect(shown).toContain(remedy);
  git(...remedy.split(" ").slice(1));
  expect(await told("pr", "--remote", "upstream")).toMatchObject({ status: 0 });
  expect(gitIn(remote, "rev-parse", "plan/words", KEPT)).toBe(git("rev-parse", "plan/words", "plan/words"));
});
