import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/ports/agent.ts";
import { folderState, pathsThatDiffer } from "../attack/system/folder-state.ts";
import { aPlannerUsing } from "./a-planning-agent.ts";
import { BUILTIN_WIRES } from "./builtin-wires.ts";
import type { ExactUse } from "./model/script.ts";

// Tools that write are not offered in Plan mode. A model that uses them all the same gets nowhere.

test.each(BUILTIN_WIRES)("$spec writes nothing in Plan mode but the plan", async ({ spec, variables }) => {
  const { place, personHome, tryAll } = await aPlannerUsing(variables, spec);
  const before = [place.state(), folderState(personHome)] as const;
  const threads = place.open["a folder of ours"] ?? "";
  const forced = [
    ...writesTo(join(place.top, "src")),
    ...writesTo(personHome),
    ...writesTo("src"),
    ...writesTo(join(threads, "../escaped")),
    use("run_command", { command: `echo x > src/f; echo x > ${personHome}/.bashrc; rm -rf ${threads}` }),
    use("write_plan_file", { path: "src/f", content: "x\n" }),
    use("write_plan_file", { path: join(threads, "../escaped/f"), content: "x\n" }),
    use("write_plan_file", { path: join(personHome, "f"), content: "x\n" }),
  ];
  const events = await tryAll([...forced, { do: "say", text: "All is tried." }]);
  expect(pathsThatDiffer(before[0], place.state())).toEqual([]);
  expect(pathsThatDiffer(before[1], folderState(personHome))).toEqual([]);
  // Of a tool that is not offered nothing but its name is told; of one that is, what it was to do.
  expect(endsOfTools(events)).toEqual(
    forced.map(({ tool }) =>
      tool === "write_plan_file" ? expect.stringMatching(/^(?:refused|failed): writes /) : `refused: ${tool}`,
    ),
  );
});

test("the plan's own files are written", async () => {
  const [{ spec, variables } = expect.fail()] = BUILTIN_WIRES;
  const { place, tryAll } = await aPlannerUsing(variables, spec);
  const paths = Object.values(place.open).map((folder) => join(folder, "new.md"));
  const acts = paths.map((path) => use("write_plan_file", { path, content: "A plan.\n" }));
  const events = await tryAll([...acts, { do: "say", text: "All is written." }]);
  expect(endsOfTools(events)).toEqual(paths.map(() => expect.stringMatching(/^done: writes /)));
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(paths.map(() => "A plan.\n"));
});

const writesTo = (folder: string): ExactUse[] => [
  use("create_file", { path: join(folder, "new"), content: "x\n" }),
  use("update_file", { path: join(folder, "f"), old: "as it was", new: "x" }),
  use("delete_file", { path: join(folder, "f") }),
];

const use = (tool: string, input: Record<string, unknown>): ExactUse => ({ do: "use", tool, input });

/** How each use of a tool ended, and what it was. */
const endsOfTools = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === "tool" && event.state !== "begun" ? [`${event.state}: ${event.told}`] : [],
  );
