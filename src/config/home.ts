import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Where Planwright keeps what is its own: keys, policy, proof trees. Never inside a repository it works on. */
export function homeFolder(): string {
  const told = process.env.PLANWRIGHT_HOME;
  if (!told) return join(homedir(), ".agentflow");
  return isAbsolute(told) ? told : resolve(told);
}
