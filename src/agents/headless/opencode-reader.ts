import type { HeadlessReader } from "../known/known-agent.ts";

export function opencodeReader(): HeadlessReader {
  return { line: () => null, usage: () => [] };
}
