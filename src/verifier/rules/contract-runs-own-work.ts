import { covers } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import { executedFile } from "../../shell/executed-file.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
import { firstOperandAt, hasOption, optionValue } from "../../shell/operands.ts";
import { leavesRepository, resolvePath } from "../../shell/paths.ts";
import type { Place } from "../../shell/place.ts";
import { quoted } from "../../shell/quoted.ts";
import type { Rule } from "./rule.ts";

export const contractRunsOwnWork: Rule = {
  code: "PW308",
  name: "contract-runs-own-work",
  severity: "warning",
  summary: "A contract runs a file that the step itself may rewrite.",
  why: "Whoever may rewrite the script that judges the work can make it say yes; a judge belongs outside the step's reach.",
  check({ parsed, contracts, report }) {
    for (const { step, script, at } of contracts) {
      const own = parsed.plan.steps[step];
      if (own === undefined || script.faults.length > 0) continue;
      const seen = new Set<string>();
      for (const invocation of script.survey.invocations) {
        const run = programsRun(invocation).find(({ path }) => mayWrite(own, path));
        if (run === undefined || seen.has(run.path)) continue;
        seen.add(run.path);
        const { message, help } = run.isRecipe ? aboutRecipe(invocation, run.path) : aboutProgram(run.path);
        report(at(run.start, run.end), message, { help });
      }
    }
  },
};

/** A recipe is not run itself: it says what is. */
type ProgramRun = Place & { path: string; isRecipe: boolean };

/** The files of the repository whose text decides what an invocation does. */
function programsRun(invocation: Invocation): ProgramRun[] {
  const { folder, name } = invocation;
  const file = executedFile(invocation);
  const paths = file === null ? recipesOf(invocation) : [file.text ?? ""];
  const { start, end } = file ?? name;
  if (folder === null) return [];
  return paths
    .filter((path) => path !== "")
    .map((path) => ({ path: resolvePath(folder, path), start, end, isRecipe: file === null }))
    .filter(({ path }) => path !== "" && !leavesRepository(path));
}

/** Runners that take what to do from a file nobody has to name. */
function recipesOf(invocation: Invocation): string[] {
  const { args } = invocation;
  const program = programOf(invocation);
  if (program === "make" || program === "gmake") {
    const folder = optionValue(args, "-C", "--directory");
    if (folder !== null && folder.text === null) return [];
    return ["Makefile", "makefile", "GNUmakefile"].map((file) => resolvePath(folder?.text ?? "", file));
  }
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program) || hasOption(args, "--prefix", "-C", "--dir", "--cwd", "-w", "--filter"))
    return [];
  const verb = verbOf(invocation);
  // `bun test` is a test runner of its own.
  const runsScript = verb === "run" || (program !== "bun" && /^(?:test|t|start|run-script)$/.test(verb));
  return runsScript ? ["package.json"] : [];
}

const verbOf = ({ args }: Invocation): string => args[firstOperandAt(args, 0, [])]?.text ?? "";

/** A step may write the test that proves it, but not rewrite one that is there. */
const mayWrite = ({ files }: Step, path: string): boolean =>
  [...files.change, ...(isTestFile(path) ? [] : files.add)].some((entry) => covers(entry.path, path));

const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:(?:tests?|spec|__tests__)\/|test_[^/]*$)|(?:_test|\.test|\.spec)\.[^/.]+$/.test(path);

type Advice = { message: string; help: string };

const aboutProgram = (path: string): Advice => ({
  message: `this runs \`${path}\`, which the step itself may rewrite`,
  help: "let an earlier step write it, or test the work with something the step may not touch",
});

function aboutRecipe(invocation: Invocation, path: string): Advice {
  const words = quoted([invocation.name, ...invocation.args].map(({ source }) => source).join(" "));
  const runsTests = path.endsWith(".json") && /^t(?:est)?$/.test(verbOf(invocation));
  const instead = runsTests
    ? "name the test runner in the contract, as in `npx vitest run`"
    : "write the commands of the recipe into the contract";
  return {
    message: `\`${path}\` decides what ${words} runs, and the step itself may rewrite it`,
    help: `${instead}, or let another step change \`${path}\``,
  };
}
