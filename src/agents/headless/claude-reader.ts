import type { HeadlessReader } from "../known/known-agent.ts";

export function claudeReader(): HeadlessReader {
  return { line: () => null, usage: () => [] };
}
