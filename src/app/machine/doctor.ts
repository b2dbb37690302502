import { existsSync } from "node:fs";
import { personHome, searchFolders } from "../../config/environment.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import type { RepositoryConfig } from "../../config/repository-config.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import { openSigner, SigningKeyError } from "../../receipts/signing-key.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { selfTest } from "../../sandbox/self-test.ts";
import { resolveTools } from "../../sandbox/tool-roots.ts";
import { Refused } from "../../std/refusal.ts";
import { WorkspaceError } from "../../workspace/errors.ts";
import { gitVersion } from "../../workspace/git/git-process.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { type Home, openHome } from "../opening/home.ts";
import { machinePolicy } from "../opening/machine-policy.ts";
import { openSandboxFor } from "../opening/open-sandbox.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import type { Scene } from "../opening/scene.ts";
import { agentFindings, type Checkup } from "./agent-checkup.ts";
import type { Finding } from "./doctor-finding.ts";

/**
 * Looks at everything that contracts and agents need on this machine, by trying it. One trouble never hides another.
 * `trying` hears of the agents that are being started, which takes seconds.
 */
export async function examine({ cwd }: Pick<Scene, "cwd">, trying: Checkup["trying"]): Promise<Finding[]> {
  const { top, finding: repository } = repositoryFinding(cwd);
  const home = openedHome(top);
  const { machine, agents } =
    "finding" in home ? { machine: [home.finding], agents: [] } : await homeFindings(home.home, top, trying);
  const barred = [...("home" in home ? [home.home.path] : []), ...(top === null ? [] : [top])];
  return [...machine, await gitFinding(), repository, ...toolFindings(barred), ...agents];
}

function openedHome(top: string | null): { home: Home } | { finding: Finding } {
  try {
    return { home: openHome(top) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const remedy = "set PLANWRIGHT_HOME to a folder of your own, outside every repository";
    return { finding: { state: "ill", what: "home", told: error.message, remedy } };
  }
}

type Findings = { machine: Finding[]; agents: Finding[] };

async function homeFindings(home: Home, top: string | null, trying: Checkup["trying"]): Promise<Findings> {
  const { policy, findings } = policyFindings(home);
  const key = keyFinding(home);
  const sandbox = await sandboxUnder(home, policy);
  try {
    const held = policy?.sandbox === "off" ? [] : await heldFindings(sandbox, home);
    const isUsable = sandbox.offers.isHolding || policy?.sandbox === "off";
    const place = isUsable ? { sandbox, exclude: [home.path, ...(top === null ? [] : [top])] } : null;
    const { config, findings: configured } = configOf(top);
    const agents = policy === null ? [] : await agentFindings({ policy, top: top ?? home.path, config, place, trying });
    return { machine: [...findings, ...held, key, ...configured], agents };
  } finally {
    await sandbox.close();
  }
}

const sandboxUnder = (home: Home, policy: MachinePolicy | null): Promise<Sandbox & { close(): Promise<void> }> =>
  policy === null ? openSandbox({ scratchRoot: home.scratch, hidden: [home.path] }) : openSandboxFor(home, policy);

/** Null when it cannot be understood; then the sandbox is on. */
function policyFindings(home: Home): { policy: MachinePolicy | null; findings: Finding[] } {
  try {
    const policy = machinePolicy(home);
    const told = "switched off; contracts run without a sandbox, and every receipt says so";
    const remedy = `take \`sandbox: off\` out of ${home.policy}`;
    return { policy, findings: policy.sandbox === "off" ? [{ state: "weak", what: "sandbox", told, remedy }] : [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const remedy = "correct the file, or delete it: without it the sandbox is on";
    return { policy: null, findings: [{ state: "ill", what: "policy", told: error.message, remedy }] };
  }
}

function configOf(top: string | null): { config: RepositoryConfig | null; findings: Finding[] } {
  try {
    return { config: top === null ? null : repositoryConfig(top), findings: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const remedy = "correct the file: nothing runs before";
    return { config: null, findings: [{ state: "ill", what: "config", told: error.message, remedy }] };
  }
}

async function heldFindings(sandbox: Sandbox, home: Home): Promise<Finding[]> {
  const { offers } = sandbox;
  const trouble = offers.trouble.map(
    ({ cause, remedy }): Finding => ({
      state: offers.isHolding ? "weak" : "ill",
      what: "sandbox",
      told: cause,
      remedy: offers.isHolding ? remedy : `${remedy}   (or, at your own risk, \`sandbox: off\` in ${home.policy})`,
    }),
  );
  return offers.isHolding
    ? [await triedFinding(sandbox, home), ...trouble, limitFinding(sandbox), watchFinding(sandbox)]
    : trouble;
}

async function triedFinding(sandbox: Sandbox, home: Home): Promise<Finding> {
  const { mechanism } = sandbox.offers;
  const open = (await selfTest(sandbox, home.path)).filter(({ isHeld }) => !isHeld);
  if (open.length === 0) return { state: "well", what: "sandbox", told: `${mechanism} works, tried from inside` };
  return {
    state: "ill",
    what: "sandbox",
    told: `${mechanism} lets a program ${open.map(({ what }) => what).join(", ")}`,
    remedy: "run contracts on a machine whose sandbox works",
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

function watchFinding({ offers: { unwatched, overlay } }: Sandbox): Finding {
  const what = "observed";
  if (unwatched !== null) {
    const told = `which scripts a contract opens cannot be seen: ${unwatched.cause}; receipts say \`observed: no\``;
    return { state: "weak", what, told, remedy: unwatched.remedy };
  }
  return overlay
    ? { state: "well", what, told: "which files a contract opens and writes is seen from outside" }
    : { state: "weak", what, told: "what a contract writes cannot be seen, because overlays do not work here" };
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

function repositoryFinding(cwd: string): { top: string | null; finding: Finding } {
  try {
    const { top, head, isShallow, isSparse } = locateRepository(cwd);
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
