import type { ToolInput, Used } from "../tools/tool.ts";

/** The part of the agent that lives in the sandbox: it touches files and runs commands, and knows no model and no key. */
export type Hands = {
  /**
   * Never rejects. Uses that only read may overlap; those that write wait for one another. `see` gets what a command
   * prints, while it prints.
   */
  use(tool: string, input: ToolInput, see: (bytes: Uint8Array) => void): Promise<Used>;
  close(): Promise<void>;
};
