import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openHome } from "../src/app/opening/home.ts";
import { openStoreFor } from "../src/app/opening/open-store.ts";
import type { RunEvent } from "../src/record/run-event.ts";
import { stopPostgres } from "../src/store/embedded/stop-postgres.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { medianOf, timeOf } from "./measure.ts";
import { PROJECTS, type Project } from "./proof-projects.ts";

/**
 * What the proof of a step takes, over one run of its contract as a person has it: with a file list, and where a plan
 * without one is proven twice. From the end of the worker to the acceptance, in the program as people start it.
 */
export const proof: Benchmark = async (folder) => {
  const home = join(folder, "proof-home");
  process.env.PLANWRIGHT_HOME = home;
  await (await openStoreFor(openHome(null))).close();
  try {
    const wanted = process.argv.slice(3);
    const chosen = PROJECTS.filter(({ runner }) => wanted.length === 0 || wanted.includes(runner));
    const found = chosen.filter(isThere).map((project, index) => measured(join(folder, `proof-${index}`), project));
    return [
      ...found.flatMap(figuresOf),
      {
        name: "median of all, with a file list",
        measured: medianOf(found.map(({ listed }) => listed)),
        unit: "×",
        goal: 4,
      },
      { name: "median of all, proven twice", measured: medianOf(found.map(({ twice }) => twice)), unit: "×", goal: 5 },
    ];
  } finally {
    await stopPostgres(home);
  }
};

type Measured = { runner: string; own: number; listed: number; twice: number };

const figuresOf = ({ runner, own, listed, twice }: Measured): Figure[] => [
  { name: `${runner}: the contract alone`, measured: own, unit: "ms" },
  { name: "  a step with a file list", measured: listed, unit: "×", goal: 4 },
  { name: "  a step that is proven twice", measured: twice, unit: "×", goal: 5 },
];

const isThere = ({ runner, needs: [program, ...args] }: Project): boolean => {
  const { status } = spawnSync(program, args);
  if (status !== 0) process.stderr.write(`${runner} is not installed here\n`);
  return status === 0;
};

/**
 * The yardstick is laid before, between and after what it measures: the machine is not equally quick at all times. As after
 * a step, the source has just been changed, so what is compiled is compiled by the yardstick, too, with warm caches.
 */
function measured(top: string, project: Project): Measured {
  place(top, project);
  const checkout = `${top}-own`;
  timeOf(["cp", "-a", top, checkout]);
  const once = ["bash", "-c", `cd '${checkout}' && ${project.contract} 2>&1`] as const;
  const own: number[] = [];
  const alone = (): void => {
    for (let turn = 0; turn < RUNS; turn++) {
      appendFileSync(join(checkout, project.source.path), "\n");
      own.push(timeOf(once));
    }
  };
  timeOf(once);
  alone();
  const listed = stepTimes(top, project, "Listed");
  alone();
  const twice = stepTimes(top, project, "Twice");
  alone();
  const unit = medianOf(own);
  return { runner: project.runner, own: unit, listed: medianOf(listed) / unit, twice: medianOf(twice) / unit };
}

const RUNS = 3;
const STEPS = 2;

function place(top: string, { files, packages }: Project): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  const identity = "-c user.name=Ann -c user.email=ann@example.com -c commit.gpgsign=false";
  const install = packages.length === 0 ? "" : `npm install -D --no-audit --no-fund ${packages.join(" ")} && `;
  timeOf([
    "bash",
    "-c",
    `cd '${top}' && ${install}git init -q -b main && git add -A && git ${identity} commit -qm base`,
  ]);
}

/** From the end of the worker to the acceptance, of each step. */
function stepTimes(top: string, project: Project, title: string): number[] {
  const agent = `${top}-agent.sh`;
  writeFileSync(agent, agentText(project));
  chmodSync(agent, 0o755);
  const plan = `${top}-${title}.md`;
  writeFileSync(plan, planText(project, title));
  const words = ["run", plan, "--yes", "--json", "--mode", "autonomous", "--agent", `command:${agent}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve("dist/planwright.js"), ...words], {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const events = stdout.split("\n").flatMap((line): RunEvent[] => (line === "" ? [] : [JSON.parse(line)]));
  const times = new Map<string, number>();
  for (const event of events) {
    if (event.type === "worker-ended") times.set(event.step, -Date.parse(event.at));
    if (event.type === "step-accepted" && event.outcome === "proven") {
      times.set(event.step, (times.get(event.step) ?? 0) + Date.parse(event.at));
    }
  }
  const taken = [...times.values()].filter((time) => time > 0);
  if (status !== 0 || taken.length < STEPS)
    throw new Error(`${project.runner}, ${title}: not all proven\n${stdout}${stderr}`);
  return taken;
}

/** An agent takes longer than a contract, so what holds before its work is known by its end. */
const agentText = ({ source, test }: Project): string => `#!/usr/bin/env bash
cat > /dev/null
sleep ${THINKS}
number=$(($(grep -c 'part@\\|part[0-9]\\|Part[0-9]' ${source.path}) + 1))
sed "s/@/$number/g" >> ${source.path} << 'END'
${source.adds}END
sed "s/@/$number/g" >> ${test.path} << 'END'
${test.adds}END
echo "Added."
`;

const THINKS = 5;

const planText = ({ source, test, contract }: Project, title: string): string => {
  const files = title === "Listed" ? `**files:**\n- change: \`${source.path}\`\n- change: \`${test.path}\`\n\n` : "";
  const steps = Array.from(
    { length: STEPS },
    (_, index) =>
      `\n### ${index + 1}. Add part ${index + 1}\n\n**task:**\nAdd it.\n\n${files}**contract:**\n\`\`\`shell\n${contract}\n\`\`\`\nexit_code == 0\n`,
  );
  return `---\ntype: plan\n---\n\n# ${title} parts\n\n## Steps\n${steps.join("")}`;
};
