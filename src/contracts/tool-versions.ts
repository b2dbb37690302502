import type { Contract } from "../plan/model.ts";
import type { TreeId } from "../ports/git.ts";
import { programOf } from "../shell/invocation.ts";
import { parseScript } from "../shell/script.ts";
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
  const question = `${place.environment} ${tools.join()}`;
  const known = asked.get(question);
  if (known) return known;
  const { stdout } = await runContract(place, { command: questionFor(tools), seconds: 20 }, tree, signal);
  const answers = stdout.head.split("\0").map((answer) => answer.split("\t"));
  const versions = Object.fromEntries(
    answers.flatMap(([tool, path, version]) =>
      tool && path ? [[tool, `${path} ${version ?? ""}`.trim().slice(0, LONGEST)]] : [],
    ),
  );
  // A tool that lies in the tree may be another one after the next step.
  if (Object.values(versions).every((version) => !version.startsWith(place.at))) asked.set(question, versions);
  return versions;
}

/** Tools stay as they are while the environment does. */
const asked = new Map<string, Record<string, string>>();

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
