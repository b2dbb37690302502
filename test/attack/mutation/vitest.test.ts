import { resolve } from "node:path";
import { mutationSuite } from "./mutation-run.ts";
import { vitestProject } from "./projects/vitest.ts";

/** Our own packages stand in for the project's: the same vitest, installed once. */
mutationSuite(vitestProject, resolve("node_modules"));
