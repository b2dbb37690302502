import { mutationSuite } from "./mutation-run.ts";
import { makeProject } from "./projects/make.ts";

mutationSuite(makeProject);
