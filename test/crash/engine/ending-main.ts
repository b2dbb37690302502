// Planwright as always, but for its end at a boundary.
import "./end-at.ts";

export { main } from "../../../src/cli/main.ts";
