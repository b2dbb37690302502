import type { HeadlessReader } from "../known/known-agent.ts";

export function codexReader(): HeadlessReader {
  return { line: () => null, usage: () => [] };
}
