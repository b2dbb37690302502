import { mutationSuite } from "./mutation-run.ts";
import { pytestProject } from "./projects/pytest.ts";

mutationSuite(pytestProject);
