import type { PromptLayer } from "../../ports/agent.ts";

/** What an agent is told as one text, for those that take it whole. */
export const promptText = (layers: readonly PromptLayer[]): string =>
  `${layers.map(({ text }) => text.trim()).join("\n\n")}\n`;
