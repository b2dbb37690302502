import type { AgentDriver } from "../ports/agent.ts";
import { docPage } from "../std/doc-page.ts";
import { acpDriver } from "./acp/acp-driver.ts";
import { commandDriver } from "./command.ts";
import type { AgentPlace } from "./known/agent-place.ts";
import { noDriver } from "./no-driver.ts";
import { leakIn } from "./session/key-leak.ts";

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
  const leak = keys.length === 0 ? null : leakIn(line, from);
  if (leak !== null) {
    const remedy = `${leak.remedy}, or take away the keys of \`${name}\` in policy.yaml`;
    return noDriver(name, { cause: `${name} has keys, and ${leak.cause}`, remedy });
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
            remedy: `set ${absent}, or put it into the keychain (${docPage("agents.md")})`,
          },
    open: (job, host, signal) => {
      const launch: typeof host.launch = (command) =>
        host.launch({ ...command, secrets: { ...command.secrets, ...secrets } });
      return opened.open(job, { ...host, launch }, signal);
    },
  };
}
