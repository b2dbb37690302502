import { isJudge, roleOfFile } from "./role-of-file.ts";

/**
 * Whether rules that a worker adds to this ignore file keep its new files out of the commit. Not among tests: there the
 * file is put back before anything is proven, and what it hides would be lost.
 */
export const isFollowed = (ignoreFile: string): boolean => !isJudge(roleOfFile(ignoreFile));
