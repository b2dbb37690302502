import { mutationSuite } from "./mutation-run.ts";
import { nodeProject } from "./projects/node.ts";

mutationSuite(nodeProject);
