import { killedAtBoundaries } from "./matrix.ts";
import { WORKED } from "./worked.ts";

killedAtBoundaries(WORKED, { part: 0, of: 2 });
