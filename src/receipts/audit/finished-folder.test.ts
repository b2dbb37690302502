import { expect, test } from "vitest";
import { aProvenBranch, auditOf, type Hooks, PLAN, PLAN_TEXT, planOf } from "./a-proven-branch.testkit.ts";
import { auditBranch } from "./audit-branch.ts";

type Files = Map<string, Uint8Array | string>;

const OWN = `.plan/done/${planOf(PLAN_TEXT).id}`;
const OTHER = ".plan/done/other/plan.md";

/** What the harness does when a plan is complete. */
function move(files: Files): void {
  for (const [path, bytes] of [...files]) {
    if (!path.startsWith(".plan/") || path.startsWith(".plan/done/")) continue;
    files.delete(path);
    files.set(path.replace(".plan", OWN), bytes);
  }
}

async function problemsAfter(at: string, change: (files: Files) => void, hooks: Hooks = {}): Promise<string[]> {
  const branch = aProvenBranch({
    baseFiles: [[OTHER, "Another plan.\n"]],
    ...hooks,
    files(files, name) {
      if (name === "complete") move(files);
      if (name === at) change(files);
    },
  });
  const { verdict, problems } = await auditBranch(auditOf(branch));
  expect(verdict).toBe(problems.length === 0 ? "proven" : "broken");
  return problems.map(({ file, what }) => `${file}: ${what}`);
}

test("a plan that was moved to its folder as it is audits, beside another one", async () => {
  expect(await problemsAfter("complete", () => {})).toEqual([]);
});

const renamed = (from: string, to: string) => (files: Files) => {
  files.set(to, files.get(from) ?? "");
  files.delete(from);
};

test.each<[string, (files: Files) => void, string]>([
  ["a receipt that changes on the way", (files) => files.set(`${OWN}/receipts/02.json`, "{}"), "receipts/02.json was"],
  [
    "a receipt that is lost on the way",
    (files) => files.delete(`${OWN}/receipts/02.json`),
    "this receipt is not where",
  ],
  ["a receipt under another name", renamed(`${OWN}/receipts/02.json`, `${OWN}/receipts/09.json`), "there was no"],
  ["a receipt that stays behind", renamed(`${OWN}/receipts/02.json`, ".plan/receipts/02.json"), "was left behind"],
  ["a file that comes from nowhere", (files) => files.set(`${OWN}/more.md`, "More.\n"), "there was no .plan/more.md"],
  ["another plan's folder", (files) => files.set(OTHER, "Worse.\n"), "to its own folder of finished plans"],
  ["a new folder beside it", (files) => files.set(".plan/done/new/plan.md", "x"), "to its own folder"],
  ["another plan's folder that goes", (files) => files.delete(OTHER), "to its own folder"],
  ["another text", (files) => files.set(`${OWN}/plan.md`, "# Write two pages\n"), "the plan's"],
])("%s is found at the end", async (_name, change, what) => {
  expect((await problemsAfter("complete", change)).join("\n")).toContain(what);
});

test.each(["approved", "dev 2", "accepted 2"])("the folder of a finished plan cannot change in `%s`", async (name) => {
  expect((await problemsAfter(name, (files) => files.set(OTHER, "Worse.\n"))).join("\n")).toContain(
    `${OTHER}: only the last commit of a plan may write here`,
  );
  const early = await problemsAfter(name, (files) => files.set(`${OWN}/plan.md`, "Early.\n"));
  expect(early.join("\n")).toContain(`${OWN}/plan.md: only the last commit`);
});

test("a plan that stays where it was, as earlier versions left it, audits", async () => {
  const branch = aProvenBranch();
  expect(branch.commits.at(-1)?.files.has(PLAN)).toBe(true);
  expect((await auditBranch(auditOf(branch))).verdict).toBe("proven");
});
