import { readFileSync } from "node:fs";
import type { KeptText } from "../../record/observation.ts";

/** What a real tool once printed; its folder is called `/repo`. */
export const printed = (name: string): string => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), "utf8");

export const kept = (text: string): KeptText => ({ head: text, tail: "", dropped: 0 });
