import type { AgentDriver } from "../ports/agent.ts";
import { acpDriver } from "./acp/acp-driver.ts";
import { commandDriver } from "./command.ts";
import type { AgentPlace } from "./known/agent-place.ts";
import { noDriver } from "./no-driver.ts";
import { findProgram } from "./session/find-program.ts";

/** An agent as a person has set it up for themselves, outside every repository. */
export type OwnAgent = {
  driver: "acp" | "command";
  /** The command line that starts it. A path in it that is relative is meant from the person's home. */
  line: string;
  /** `name:port` or `*.name:port`. */
  hosts: readonly string[];
  /** The variables that it is given, all of which it needs. */
  keys: readonly string[];
};

/** Whatever drives it, with its keys and its hosts. */
export function ownDriver(name: string, { driver, line, hosts, keys }: OwnAgent, place: AgentPlace): AgentDriver {
  const { person } = place;
  const from = { ...place, cwd: person.home };
  const program = findProgram(line, from);
  if (program.ok && program.isInTree && keys.length > 0) {
    const cause = `${program.name} lies in the repository, whose work could change it`;
    return noDriver(name, { cause, remedy: `keep \`${name}\` of policy.yaml outside, or take its keys away` });
  }
  const opened = (driver === "acp" ? acpDriver : commandDriver)(line, from);
  const absent = keys.find((key) => person.variable(key) === null);
  const secrets = Object.fromEntries(keys.map((key) => [key, person.variable(key) ?? ""]));
  return {
    ...opened,
    name,
    reaches: [...opened.reaches, ...hosts],
    probe: async () =>
      absent === undefined
        ? opened.probe()
        : {
            ok: false,
            cause: `${name} needs ${absent}, which neither your environment nor your keychain has`,
            remedy: `set ${absent}, or put it into the keychain (docs/agents.md)`,
          },
    open: (job, host, signal) => {
      const launch: typeof host.launch = (command) =>
        host.launch({ ...command, secrets: { ...command.secrets, ...secrets } });
      return opened.open(job, { ...host, launch }, signal);
    },
  };
}
