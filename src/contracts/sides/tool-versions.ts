import type { Contract } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import { programOf } from "../../shell/invocation.ts";
import { parseScript } from "../../shell/script.ts";
import type { ProofPlace } from "./proof-place.ts";
import { runContract } from "./run-contract.ts";

/** Which tools these contracts use, as each says of itself, asked where the contracts run. For the receipt. */
export async function toolVersions(
  place: ProofPlace,
  contracts: readonly Contract[],
  tree: TreeId,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const named = contracts.flatMap(({ command }) => parseScript(command).survey.invocations.map(programOf));
  const tools = [...new Set(["bash", ...named])].filter((name) => KNOWN.has(name));
  const everywhere = (tool: string): string => `${place.environment} ${tool}`;
  const settings = await settingsOf(place, tree);
  const inTree = (tool: string): string => `${everywhere(tool)} ${settings}`;
  const known = (tool: string): string | undefined => answers.get(everywhere(tool)) ?? answers.get(inTree(tool));
  const unknown = tools.filter((tool) => known(tool) === undefined);
  if (unknown.length > 0) {
    const { stdout } = await runContract(place, { command: questionFor(unknown), seconds: 20 }, tree, signal);
    for (const [tool, answer] of stdout.head.split("\0").slice(0, -1).map(answerIn)) {
      answers.set(isSteady(tool, answer, place) ? everywhere(tool) : inTree(tool), answer);
    }
  }
  return Object.fromEntries(tools.map((tool) => [tool, known(tool) ?? ""]).filter(([, answer]) => answer !== ""));
}

/**
 * What a tool asked at the top of a tree may go by: the files that lie there, and folders such as `.yarn`. So what is said
 * before a step's work holds after it, unless the work is there.
 */
async function settingsOf({ trees }: ProofPlace, tree: TreeId): Promise<string> {
  const found = (await trees.entries(tree)).filter(({ path }) => /^(?:[^/]+$|\.(?!plan\/))/.test(path));
  return found.map(({ path, mode, id }) => `${mode} ${id} ${path}`).join("\n");
}

/** What tools have said, by environment and, where it may be another answer there, by what they go by in the tree. Empty for one that is missing. */
const answers = new Map<string, string>();

function answerIn(text: string): [tool: string, answer: string] {
  const [tool = "", path = "", version = ""] = text.split("\t");
  return [tool, path === "" ? "" : `${path} ${version}`.trim().slice(0, LONGEST)];
}

/**
 * Whether it says the same in every tree. Package managers go by `packageManager` or `.yarnrc.yml`, and what a version
 * manager shows under the name of an interpreter or a compiler goes by files such as `.tool-versions`.
 */
const isSteady = (tool: string, answer: string, { at }: ProofPlace): boolean =>
  STEADY.has(tool) && !answer.startsWith(at);

const STEADY = new Set(["bash", "clang", "cmake", "g++", "gcc", "git", "make", "perl"]);

/** A package manager of the repository's own may answer with anything. */
const LONGEST = 200;

/** Tools that answer `--version` and do nothing else then. */
const KNOWN = new Set(
  "bash bun cargo clang cmake deno dotnet g++ gcc git gradle java jest make mvn node npm npx perl php pnpm pytest python python3 ruby ruff rustc tsc uv vitest yarn".split(
    " ",
  ),
);

const questionFor = (tools: readonly string[]): string =>
  tools
    .map(
      (tool) =>
        `printf '%s\\t%s\\t%s\\0' ${tool} "$(command -v ${tool})" "$(${tool} --version 2>/dev/null </dev/null | head -n 1)"`,
    )
    .join("\n");
