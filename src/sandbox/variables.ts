import type { Command, Tools } from "../ports/sandbox.ts";
import { quoted } from "../programs/quoted.ts";
import { SandboxError } from "./sandbox-error.ts";

export type Variables = {
  env: Record<string, string>;
  /** A text that a shell reads to learn the secrets; empty when there are none. */
  secrets: string;
};

/** The environment of a program: `own` counts most, then its tools', then its secrets, then what it asks for. */
export function variablesOf(command: Command, tools: Tools, own: Readonly<Record<string, string>>): Variables {
  const fixed = { ...tools.env, PATH: tools.path.join(":"), ...own };
  const secrets = Object.entries(command.secrets ?? {}).filter(([name]) => !(name in fixed));
  return {
    env: { ...command.env, ...fixed },
    secrets: secrets.map(([name, value]) => `export ${name}=${quoted(value)}\n`).join(""),
  };
}

/** Throws for what no shell could make a variable of. */
export function checkSecrets({ secrets = {} }: Command): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (/^[a-z_]\w*$/i.test(name) && !value.includes("\0")) continue;
    throw new SandboxError("policy", `the secret ${name} cannot be a variable: its name or its value is unfit for one`);
  }
}
