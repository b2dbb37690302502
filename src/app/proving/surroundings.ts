import type { Surroundings } from "../../record/run.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import { installedFolders } from "./dependency-layers.ts";

/** What a repository needs beside its files, as its checkout says now. */
export function surroundingsOf(top: string): Surroundings {
  const { workspace, topics } = repositoryConfig(top);
  return { workspace, installed: installedFolders(top), topics };
}
