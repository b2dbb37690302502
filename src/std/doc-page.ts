import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

/** Where a page of `docs/` lies on this machine: whoever is told to read it may have no checkout of ours. */
export const docPage = (name: string): string => join(packageRoot(), "docs", name);
