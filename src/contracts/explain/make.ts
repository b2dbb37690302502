import { programOf } from "../../shell/invocation.ts";
import { type Complaint, firstMatch, hasProgram, type Scene } from "./complaint.ts";

/** What make says when it cannot make what the contract asks for. A rule's own failure is somebody's work. */
export function makeComplaint(scene: Scene): Complaint | null {
  if (scene.code !== 2 || !hasProgram(scene, /^g?make$/)) return null;
  return missingTarget(scene) ?? missingTool(scene) ?? unreadable(scene) ?? failedRule(scene);
}

function missingTarget({ last, invocations }: Scene): Complaint | null {
  if (firstMatch(last, /^g?make: \*\*\* No targets specified and no makefile found\. {2}Stop\.$/)) {
    return { told: "make: there is no makefile", reason: "missing-target" };
  }
  const file = firstMatch(last, /^g?make: ([^:]+): No such file or directory$/)?.[1];
  const isMakefile =
    file !== undefined && invocations.some(({ args }) => args.some(({ text }) => text?.endsWith(file)));
  if (isMakefile && firstMatch(last, /^g?make: \*\*\* No rule to make target/)) {
    return { told: `make: \`${file}\` is not there`, reason: "missing-target" };
  }
  const [, target, neededBy] =
    firstMatch(last, /^g?make: \*\*\* No rule to make target ['`](.+?)'(?:, needed by '(.+)')?\. {2}Stop\.$/) ?? [];
  if (target === undefined) return null;
  const isNamed = invocations.some(
    (invocation) => /^g?make$/.test(programOf(invocation)) && invocation.args.some(({ text }) => text === target),
  );
  const told = `make: no rule to make target "${target}"${neededBy === undefined ? "" : `, which "${neededBy}" needs`}`;
  return { told, reason: isNamed && neededBy === undefined ? "missing-target" : null };
}

/** A rule that ends with 127 could not start what it names. */
function missingTool({ last }: Scene): Complaint | null {
  if (!firstMatch(last, /^g?make: \*\*\* \[.+\] Error 127$/)) return null;
  const [, tool] =
    firstMatch(
      last,
      /^(?:g?make|(?:\/\S*\/)?(?:ba|da)?sh: (?:line )?\d{1,9}): (.+): (?:No such file or directory|(?:command )?not found)$/,
    ) ?? [];
  if (tool === undefined) return null;
  if (tool.includes("/")) return { told: `make: \`${tool}\` is not there`, reason: "missing-target" };
  return { told: `make: \`${tool}\` is not installed`, reason: "missing-tool" };
}

function unreadable({ last }: Scene): Complaint | null {
  const [, file, line, what] = firstMatch(last, /^([^:\s]+):(\d{1,9}): \*\*\* (.+?)\. {2}Stop\.$/) ?? [];
  return what === undefined ? null : { told: `make: ${what} (${file}:${line})`, reason: null };
}

/** `make[1]` says it first and most exactly. */
function failedRule({ last }: Scene): Complaint | null {
  const [, place, target, status] =
    firstMatch(last, /^g?make(?:\[\d+\])?: \*\*\* \[(?:(.+:\d+): )?(.+)\] Error (\d{1,3})$/) ?? [];
  if (target === undefined) return null;
  return {
    told: `make: the rule for "${target}"${place ? ` (${place})` : ""} ended with status ${status}`,
    reason: null,
  };
}
