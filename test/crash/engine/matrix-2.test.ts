import { killedAtBoundaries } from "./matrix.ts";
import { WORKED } from "./worked.ts";

killedAtBoundaries(WORKED, { part: 1, of: 2 });
