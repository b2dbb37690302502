import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderState, pathsThatDiffer } from "../attack/system/folder-state.ts";
import { aPlanningAgent } from "./a-planning-agent.ts";
import type { Act } from "./model/script.ts";
import { AGENTS } from "./the-agents.ts";

// Whatever an agent's own Plan mode is worth: in ours nothing outside the plan folders changes.

describe.each(AGENTS)("%s", (agent) => {
  test.each([agent, `command:${agent}`])("as %s writes nothing in Plan mode but the plan", async (spec) => {
    const { place, personHome, tryAll } = await aPlanningAgent(agent, spec);
    const before = [place.state(), folderState(personHome)] as const;
    const threads = place.open["a folder of ours"] ?? "";
    await tryAll(tries(place.top, threads, personHome));
    expect(pathsThatDiffer(before[0], place.state())).toEqual([]);
    expect(pathsThatDiffer(before[1], folderState(personHome))).toEqual([]);
  });
});

const tries = (top: string, threads: string, personHome: string): Act[] => [
  { do: "write", path: join(top, "src/new"), text: "x\n" },
  { do: "read", path: join(top, "src/f") },
  { do: "write", path: join(top, "src/f"), text: "x\n" },
  { do: "edit", path: join(top, "src/f"), from: "as it was", to: "x" },
  { do: "write", path: join(threads, "../escaped"), text: "x\n" },
  { do: "write", path: join(personHome, ".bashrc"), text: "x\n" },
  { do: "run", command: `echo x > src/f; echo x > src/new; echo x > ${personHome}/.bashrc` },
  { do: "run", command: `python3 -c 'open("src/f", "w").write("x")'; node -e 'fs.writeFileSync("src/new", "x")'` },
  { do: "run", command: "sed -i s/was/is/ src/f; git commit --allow-empty -m x; git config a.b c; git checkout -b x" },
  {
    do: "run",
    command: `ln -s ${top}/src ${threads}/to-tree; echo x > ${threads}/to-tree/new; rm -rf ${threads}/to-tree/f`,
  },
  { do: "run", command: `ln -s ${top}/src docs/plans/away; echo x > docs/plans/away/f; mv docs/plans docs/other` },
  { do: "say", text: "All is tried." },
];
