import { forcesColor } from "../../config/environment.ts";

/** Node knows NO_COLOR, TERM=dumb and what the terminal can do; FORCE_COLOR also reaches pipes. */
export const hasColor = (): boolean => forcesColor() || (process.stdout.isTTY && process.stdout.hasColors());
