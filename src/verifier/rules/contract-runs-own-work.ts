import { covers } from "../../plan/files.ts";
import type { Step } from "../../plan/model.ts";
import { executedFile } from "../shell/executed-file.ts";
import { type Invocation, programOf } from "../shell/invocation.ts";
import { firstOperandAt, hasOption, optionValue } from "../shell/operands.ts";
import { leavesRepository, resolvePath } from "../shell/paths.ts";
import type { Place } from "../shell/place.ts";
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
      for (const { path, start, end } of script.survey.invocations.flatMap(programsRun)) {
        if (seen.has(path) || !mayWrite(own, path)) continue;
        seen.add(path);
        report(at(start, end), `this runs \`${path}\`, which the step itself may rewrite`, {
          help: "let an earlier step write it, or test the work with something the step may not touch",
        });
      }
    }
  },
};

type ProgramRun = Place & { path: string };

/** The files of the repository whose text decides what an invocation does. */
function programsRun(invocation: Invocation): ProgramRun[] {
  const { folder, name } = invocation;
  const file = executedFile(invocation);
  const paths = file === null ? recipesOf(invocation) : [file.text ?? ""];
  const { start, end } = file ?? name;
  if (folder === null) return [];
  return paths
    .filter((path) => path !== "")
    .map((path) => ({ path: resolvePath(folder, path), start, end }))
    .filter(({ path }) => path !== "" && !leavesRepository(path));
}

/** Runners that take what to do from a file nobody has to name. */
function recipesOf(invocation: Invocation): string[] {
  const { args } = invocation;
  const program = programOf(invocation);
  if (program === "make" || program === "gmake") {
    const folder = optionValue(args, "-C", "--directory");
    if (folder !== null && folder.text === null) return [];
    return ["GNUmakefile", "makefile", "Makefile"].map((file) => resolvePath(folder?.text ?? "", file));
  }
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program) || hasOption(args, "--prefix", "-C", "--dir", "--cwd", "-w", "--filter"))
    return [];
  const verb = args[firstOperandAt(args, 0, [])]?.text ?? "";
  // `bun test` is a test runner of its own.
  const runsScript = verb === "run" || (program !== "bun" && /^(?:test|t|start|run-script)$/.test(verb));
  return runsScript ? ["package.json"] : [];
}

const mayWrite = ({ files }: Step, path: string): boolean =>
  [...files.change, ...files.add].some((entry) => covers(entry.path, path));
