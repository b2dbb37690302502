import { type Complaint, firstMatch, hasProgram, type Scene } from "./complaint.ts";

/** What npm and its relatives say when they cannot start what the contract names. */
export function packageManagerComplaint(scene: Scene): Complaint | null {
  if (!hasProgram(scene, /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/)) return null;
  const [, script] = firstMatch(scene.last, MISSING_SCRIPT) ?? [];
  if (script !== undefined)
    return { told: `there is no script named "${script}" in package.json`, reason: "missing-target" };
  if (firstMatch(scene.last, NO_PACKAGE)) return { told: "there is no package.json", reason: "missing-target" };
  return missingPackage(scene);
}

const MISSING_SCRIPT =
  /^(?:npm (?:error|ERR!) Missing script: |.*ERR_PNPM_NO_SCRIPT\S* +Missing script: |error: Script not found |error Command |Usage Error: Couldn't find a script named )"?([^"\s]+?)"?(?: not found\.?|\.)?$/;

const NO_PACKAGE =
  /^npm (?:error|ERR!) (?:enoent )?Could not read package\.json: |^.*ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND|^error: No package\.json was found|^error Couldn't find a package\.json/;

/** `npx` asks the registry for what is not installed; without a network the answer is another one, but means the same. */
function missingPackage(scene: Scene): Complaint | null {
  if (firstMatch(scene.last, /^npm (?:error|ERR!) could not determine executable to run$/)) {
    return { told: "npx finds nothing to run by that name", reason: "missing-tool" };
  }
  if (
    !firstMatch(
      scene.last,
      /^npm (?:error|ERR!) (?:code (?:E404|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED)|npx canceled)/,
    )
  ) {
    return null;
  }
  const [, url, listed] =
    firstMatch(scene.last, /^npm (?:error|ERR!) .*(?:https?:\/\/[^/\s]+\/([^\s,]+)|missing packages.*\["([^"@]+)@)/) ??
    [];
  const name = (url ?? listed)?.replace("%2f", "/");
  return {
    told: name === undefined ? "a package is not installed" : `\`${name}\` is not installed`,
    reason: "missing-tool",
  };
}
