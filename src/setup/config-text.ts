import type { Proposal } from "./detect.ts";

/** A proposal as the text of `planwright.config.yaml`, short enough to be read before it is written. */
export function configText({ workspace, gates }: Pick<Proposal, "workspace" | "gates">): string {
  return [HEAD, workspace === null ? "" : workspaceText(workspace), gatesText(gates)].filter(Boolean).join("\n");
}

const HEAD = `# What Planwright should know about this repository. \`planwright init\` proposed it; change what does not fit.
`;

function workspaceText({ setup, lockfiles, layers, copy }: NonNullable<Proposal["workspace"]>): string {
  return section("workspace", [
    ...(setup.length === 0
      ? []
      : [
          "# Run in the sandbox, with network, once for each state of the lockfiles.",
          ...(setup.length === 1 ? [`setup: ${scalar(setup[0] ?? "")}`] : ["setup:", ...setup.map(item)]),
          `lockfiles: ${list(lockfiles)}`,
          "# The folders that it fills. Workers and contracts see them; what they write there is thrown away.",
          `layers: ${list(layers)}`,
        ]),
    ...(copy.length === 0
      ? []
      : ["# Files of your checkout that git ignores; workers and contracts can read them.", `copy: ${list(copy)}`]),
  ]);
}

function gatesText(gates: Proposal["gates"]): string {
  const commands = Object.entries(gates);
  if (commands.length === 0) return "";
  return section("gates", [
    "# Commands that judge the whole repository. `planwright do` takes `test` as its contract where none is given.",
    ...commands.map(([name, command]) => `${name}: ${scalar(command)}`),
  ]);
}

const section = (name: string, lines: readonly string[]): string =>
  `${name}:\n${lines.map((line) => `  ${line}\n`).join("")}`;

const list = (texts: readonly string[]): string => `[${texts.map(scalar).join(", ")}]`;

const item = (text: string): string => `  - ${scalar(text)}`;

/** As it is where YAML reads it as that; in quotes otherwise, which are those of JSON. */
const scalar = (text: string): string => (/^[a-z./][\w ./=-]*$/i.test(text) ? text : JSON.stringify(text));
