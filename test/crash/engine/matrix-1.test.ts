import { killedAtBoundaries } from "./matrix.ts";

killedAtBoundaries({ part: 0, of: 2 });
