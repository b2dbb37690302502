import { existsSync } from "node:fs";
import { personHome, searchFolders } from "../config/environment.ts";
import { openSigner, SigningKeyError } from "../contracts/receipts/signing-key.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { selfTest } from "../sandbox/self-test.ts";
import { resolveTools } from "../sandbox/tool-roots.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { runGit } from "../workspace/git-process.ts";
import { locateRepository } from "../workspace/locate.ts";
import { type Home, openHome } from "./home.ts";
import { openSandboxFor } from "./open-sandbox.ts";

/** One line of the report; `remedy` is what to do. */
export type Finding = { state: "well" | "weak" | "ill"; what: string; told: string; remedy?: string };

/** Looks at everything a contract run needs on this machine, by trying it. */
export async function examine(): Promise<Finding[]> {
  const home = openHome(null);
  const sandbox = await openSandboxFor(home);
  try {
    return [
      ...(await sandboxFindings(sandbox, home)),
      ...limitFindings(sandbox),
      await gitFinding(),
      repositoryFinding(),
      ...toolFindings(home),
      keyFinding(home),
    ];
  } finally {
    await sandbox.close();
  }
}

async function sandboxFindings(sandbox: Sandbox, home: Home): Promise<Finding[]> {
  const { offers } = sandbox;
  if (!offers.isHolding && offers.mechanism === "none" && existsSync(home.policy)) {
    return [
      {
        state: "weak",
        what: "sandbox",
        told: "switched off; contracts run unheld, and every receipt says so",
        remedy: `take \`sandbox: off\` out of ${home.policy}`,
      },
    ];
  }
  const trouble = offers.trouble.map(
    ({ cause, remedy }): Finding => ({
      state: offers.isHolding ? "weak" : "ill",
      what: "sandbox",
      told: cause,
      remedy,
    }),
  );
  if (!offers.isHolding) return trouble;
  const open = (await selfTest(sandbox, home.path)).filter(({ isHeld }) => !isHeld);
  const tried: Finding =
    open.length === 0
      ? { state: "well", what: "sandbox", told: `${offers.mechanism} holds, tried from inside` }
      : {
          state: "ill",
          what: "sandbox",
          told: `${offers.mechanism} lets a program ${open.map(({ what }) => what).join(", ")}`,
          remedy: "run contracts on a machine whose sandbox holds",
        };
  return [tried, ...trouble];
}

function limitFindings({ offers }: Sandbox): Finding[] {
  if (!offers.isHolding) return [];
  const memory = { "cgroup-v1": "of all processes together", "cgroup-v2": "of all processes together" };
  const isWhole = offers.memory in memory && offers.processes in memory;
  return [
    {
      state: isWhole && offers.overlay ? "well" : "weak",
      what: "limits",
      told: `memory: ${offers.memory}, processes: ${offers.processes}, throw-away writes: ${offers.overlay ? "overlay" : "copies"}`,
      ...(!isWhole && {
        remedy: "let your user manage cgroups (systemd's Delegate=yes) for limits that hold for all processes together",
      }),
    },
  ];
}

async function gitFinding(): Promise<Finding> {
  try {
    const { stdout } = await runGit(["--version"], { gitDir: "/nonexistent", cwd: "/" });
    return { state: "well", what: "git", told: stdout.toString().trim().replace("git version ", "") };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return { state: "ill", what: "git", told: error.message, remedy: "install git 2.39 or newer" };
  }
}

function repositoryFinding(): Finding {
  try {
    const { top, head, isShallow, isSparse } = locateRepository(".");
    const remarks = [isShallow && "shallow", isSparse && "sparse", head.kind !== "branch" && head.kind].filter(Boolean);
    return { state: "well", what: "repository", told: `${top}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}` };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return { state: "weak", what: "repository", told: error.message };
  }
}

/** The tools a contract most often names. One that is not there is no fault: not everybody uses all of them. */
const COMMON_TOOLS = ["bash", "node", "npm", "python3", "pytest", "go", "cargo", "make"];

function toolFindings(home: Home): Finding[] {
  const { path, roots } = resolveTools(searchFolders(), { homeDir: personHome(), exclude: [home.path] });
  const found = COMMON_TOOLS.filter((tool) => path.some((folder) => existsSync(`${folder}/${tool}`)));
  const bash: Finding[] = found.includes("bash")
    ? []
    : [{ state: "ill", what: "bash", told: "not on PATH; contracts are run by it", remedy: "install bash" }];
  return [
    ...bash,
    {
      state: "well",
      what: "tools",
      told: `${found.join(", ")}${roots.length > 0 ? `; also shown: ${roots.join(", ")}` : ""}`,
    },
  ];
}

function keyFinding({ keys }: Home): Finding {
  try {
    const { identity, publicKey } = openSigner(keys);
    return { state: "well", what: "receipts", told: `signed by ${identity} (${publicKey.slice(-12)})` };
  } catch (error) {
    if (!(error instanceof SigningKeyError)) throw error;
    return { state: "ill", what: "receipts", told: error.message };
  }
}
