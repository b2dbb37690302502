import type { SharedV4Warning } from "@ai-sdk/provider";
import { visibleText } from "../std/visible-text.ts";

/** What was not done as it was asked, as sentences for the ledger; each of them once. */
export function warningWords(warnings: readonly SharedV4Warning[], ref: string): string[] {
  return [...new Set(warnings.map((warning) => visibleText(inWords(warning, ref))))];
}

export const noTemperature = (ref: string): string => `temperature is left out: ${ref} takes none`;

function inWords(warning: SharedV4Warning, ref: string): string {
  if (warning.type === "other") return warning.message;
  if (warning.type === "deprecated") return `${warning.setting}: ${warning.message}`;
  const { type, feature, details } = warning;
  // A value that was moved into the range that is allowed is another matter.
  if (feature === "temperature" && !details?.includes("clamped")) return noTemperature(ref);
  const told = type === "unsupported" ? `${feature} is left out` : `${feature} is only imitated`;
  return details === undefined ? told : `${told}: ${details}`;
}
