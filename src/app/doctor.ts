import { existsSync } from "node:fs";
import { personHome, searchFolders } from "../config/environment.ts";
import { openSigner, SigningKeyError } from "../contracts/receipts/signing-key.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { openSandbox } from "../sandbox/bubblewrap.ts";
import { selfTest } from "../sandbox/self-test.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { gitVersion } from "../workspace/git-process.ts";
import { locateRepository } from "../workspace/locate.ts";
import { type Home, openHome } from "./home.ts";
import { machinePolicy } from "./machine-policy.ts";
import { UsageError } from "./usage-error.ts";

/** One line of the report. `weak` still lets contracts run; `remedy` is what to do. */
export type Finding = { state: "well" | "weak" | "ill"; what: string; told: string; remedy?: string };

/** Looks at everything a contract run needs on this machine, by trying it. One trouble never hides another. */
export async function examine(): Promise<Finding[]> {
  const repository = repositoryFinding();
  const home = openedHome(repository.top);
  return [
    ...("finding" in home ? [home.finding] : await homeFindings(home.home)),
    await gitFinding(),
    repository.finding,
    ...toolFindings([
      ...("home" in home ? [home.home.path] : []),
      ...(repository.top === null ? [] : [repository.top]),
    ]),
  ];
}

function openedHome(top: string | null): { home: Home } | { finding: Finding } {
  try {
    return { home: openHome(top) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const remedy = "set PLANWRIGHT_HOME to a folder of your own, outside every repository";
    return { finding: { state: "ill", what: "home", told: error.message, remedy } };
  }
}

async function homeFindings(home: Home): Promise<Finding[]> {
  const { policy, findings } = policyFindings(home);
  const held = policy === "off" ? [] : await heldFindings(home);
  return [...findings, ...held, keyFinding(home)];
}

function policyFindings(home: Home): { policy: "on" | "off"; findings: Finding[] } {
  try {
    const { sandbox } = machinePolicy(home);
    const told = "switched off; contracts run unheld, and every receipt says so";
    const remedy = `take \`sandbox: off\` out of ${home.policy}`;
    return { policy: sandbox, findings: sandbox === "off" ? [{ state: "weak", what: "sandbox", told, remedy }] : [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const remedy = "correct the file, or delete it: without it the sandbox is on";
    return { policy: "on", findings: [{ state: "ill", what: "policy", told: error.message, remedy }] };
  }
}

async function heldFindings(home: Home): Promise<Finding[]> {
  const sandbox = await openSandbox({ scratchRoot: home.scratch, hidden: [home.path] });
  try {
    const { offers } = sandbox;
    const trouble = offers.trouble.map(
      ({ cause, remedy }): Finding => ({
        state: offers.isHolding ? "weak" : "ill",
        what: "sandbox",
        told: cause,
        remedy: offers.isHolding ? remedy : `${remedy}   (or, at your own risk, \`sandbox: off\` in ${home.policy})`,
      }),
    );
    return offers.isHolding ? [await triedFinding(sandbox, home), ...trouble, limitFinding(sandbox)] : trouble;
  } finally {
    await sandbox.close();
  }
}

async function triedFinding(sandbox: Sandbox, home: Home): Promise<Finding> {
  const { mechanism } = sandbox.offers;
  const open = (await selfTest(sandbox, home.path)).filter(({ isHeld }) => !isHeld);
  if (open.length === 0) return { state: "well", what: "sandbox", told: `${mechanism} holds, tried from inside` };
  return {
    state: "ill",
    what: "sandbox",
    told: `${mechanism} lets a program ${open.map(({ what }) => what).join(", ")}`,
    remedy: "run contracts on a machine whose sandbox holds",
  };
}

function limitFinding({ offers: { memory, processes, overlay } }: Sandbox): Finding {
  const isWhole = [memory, processes].every((limit) => limit.startsWith("cgroup"));
  const told = isWhole
    ? `memory and processes of a whole run together (${memory})`
    : `memory: ${IN_WORDS[memory] ?? memory}, processes: ${IN_WORDS[processes] ?? processes}`;
  const writes = overlay ? "" : "; every contract run copies the tree, because overlays do not work here";
  return {
    state: isWhole && overlay ? "well" : "weak",
    what: "limits",
    told: `${told}${writes}`,
    ...(!isWhole && {
      remedy: "let your user manage cgroups (systemd: Delegate=yes), so that they count all processes together",
    }),
  };
}

const IN_WORDS: Readonly<Record<string, string>> = {
  "cgroup-v1": "of a whole run together",
  "cgroup-v2": "of a whole run together",
  "per-process": "of each process alone",
  "per-user": "of all programs of this user",
  none: "not limited",
};

async function gitFinding(): Promise<Finding> {
  try {
    return { state: "well", what: "git", told: await gitVersion() };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return { state: "ill", what: "git", told: error.message, remedy: "install git with your package manager" };
  }
}

function repositoryFinding(): { top: string | null; finding: Finding } {
  try {
    const { top, head, isShallow, isSparse } = locateRepository(".");
    const remarks = [
      isShallow && "shallow: an audit needs all of its history",
      isSparse && "sparse",
      head.kind !== "branch" && head.kind,
    ].filter(Boolean);
    const told = `${top}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
    return { top, finding: { state: "well", what: "repository", told } };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const told = error.code === "no-repository" ? "none here; `check` and `audit` need one" : error.message;
    return { top: null, finding: { state: "weak", what: "repository", told } };
  }
}

/** The tools a contract most often names. One that is not there is no fault: not everybody uses all of them. */
const COMMON_TOOLS = ["bash", "node", "npm", "python3", "pytest", "go", "cargo", "make"];

const MOST_ROOTS = 5;

/** As a contract finds them: nothing from the repository or from our own home. */
function toolFindings(exclude: readonly string[]): Finding[] {
  const { path, roots } = resolveTools(searchFolders(), { homeDir: personHome(), exclude });
  const found = COMMON_TOOLS.filter((tool) => path.some((folder) => existsSync(`${folder}/${tool}`)));
  const more = roots.length > MOST_ROOTS ? " …" : "";
  const shown = roots.length > 0 ? `; also shown: ${roots.slice(0, MOST_ROOTS).join(", ")}${more}` : "";
  return [
    ...(found.includes("bash")
      ? []
      : [{ state: "ill", what: "bash", told: "not on PATH; it runs every contract", remedy: "install bash" } as const]),
    { state: "well", what: "tools", told: `${found.join(", ") || "none of the common ones"}${shown}` },
  ];
}

function keyFinding({ keys }: Home): Finding {
  try {
    const { identity, publicKey } = openSigner(keys);
    return { state: "well", what: "receipts", told: `signed by ${identity}, ${publicKey}` };
  } catch (error) {
    if (!(error instanceof SigningKeyError)) throw error;
    const [told = "", remedy = ""] = error.message.split("; ");
    return { state: "ill", what: "receipts", told, remedy };
  }
}
