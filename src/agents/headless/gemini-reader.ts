import type { HeadlessReader } from "../known/known-agent.ts";

export function geminiReader(): HeadlessReader {
  return { line: () => null, usage: () => [] };
}
