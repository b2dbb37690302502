import { killedAtBoundaries } from "./matrix.ts";

killedAtBoundaries({ part: 1, of: 2 });
