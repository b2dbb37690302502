import { mutationSuite } from "./mutation-run.ts";
import { cargoProject } from "./projects/cargo.ts";

mutationSuite(cargoProject);
