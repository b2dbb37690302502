import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { AgentDriver } from "../../ports/agent.ts";
import type { Mount } from "../../ports/sandbox.ts";
import { aPerson } from "../known/a-person.testkit.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { acpDriver } from "./acp-driver.ts";
import { AGENT_PROGRAM, type Deed } from "./agent-program.testkit.ts";

/** An agent that speaks through the protocol's own library. */
export function anAcpAgent(deed: Deed, what: string, folder: string, idle = 60_000): AgentDriver {
  const line = [process.execPath, AGENT_PROGRAM, deed, what].map(quoted).join(" ");
  const driver = acpDriver(line, inFolder(folder), { start: 60_000, cancel: 200, idle });
  return { ...driver, mounts: [...driver.mounts, ...[AGENT_PROGRAM, PACKAGES].map(shown)] };
}

/** The same under the name of an agent that is known, and was seen to remember. */
export function aKnownAcpAgent(deed: Deed, what: string, folder: string): AgentDriver {
  const bin = tempFolder();
  const line = [process.execPath, AGENT_PROGRAM, deed, what].map(quoted).join(" ");
  writeFileSync(join(bin, "codex-acp"), `#!/bin/bash\nexec ${line}\n`, { mode: 0o755 });
  const person = aPerson({ OPENAI_API_KEY: "key" });
  const driver = acpDriver("codex", { ...inFolder(folder), search: [bin, "/usr/bin", "/bin"], person });
  return { ...driver, mounts: [...driver.mounts, ...[AGENT_PROGRAM, PACKAGES, process.execPath].map(shown)] };
}

export const inFolder = (folder: string): AgentPlace => ({
  ...{ cwd: folder, search: ["/usr/bin", "/bin"], tree: folder, person: aPerson() },
});

const PACKAGES = join(import.meta.dirname, "../../../node_modules");

const shown = (path: string): Mount => ({ show: path, at: path, access: "read" });

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What an agent prints after it has read something: messages, or lines that are none. */
export type Said = readonly (object | string)[];

/**
 * Writes a program that knows its lines by heart: after each message that it reads it prints what comes next, and in the
 * end does what `at last` says. What it has read lies in `heard` then.
 */
export function anActor(path: string, parts: readonly Said[], atLast = "sleep 600"): void {
  const scenes = parts.map((said) => {
    const lines = said.map((each) => (typeof each === "string" ? each : JSON.stringify({ jsonrpc: "2.0", ...each })));
    return `IFS= read -r line && printf '%s\\n' "$line" >> heard\n${lines.map((line) => `printf '%s\\n' ${quoted(line)}\n`).join("")}`;
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/bash\n${scenes.join("")}${atLast}\n`, { mode: 0o755 });
}
