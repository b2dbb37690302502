import type { Dialect } from "../ports/dialect.ts";
import { branch } from "./branch/dialect.ts";
import { json } from "./json/dialect.ts";
import { steps } from "./steps/dialect.ts";
import { thread } from "./thread/dialect.ts";

/** Every way to write a plan, in the order in which they are tried. */
export const dialects: readonly Dialect[] = [branch, steps, thread, json];
