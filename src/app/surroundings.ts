import type { Surroundings } from "../record/run.ts";
import { installedFolders } from "./dependency-layers.ts";
import { repositoryConfig } from "./repository-config.ts";

/** What a repository needs beside its files, as its checkout says now. */
export const surroundingsOf = (top: string): Surroundings => ({
  workspace: repositoryConfig(top).workspace,
  installed: installedFolders(top),
});
