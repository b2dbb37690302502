import type { TestProject } from "vitest/node";
import { aServer } from "../src/store/a-server.testkit.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A Postgres that all files of a suite share; each test makes a database of its own in it. */
    postgres: string | undefined;
  }
}

/** Starts the Postgres that the tests of a suite share. To start one for each file took more time than many a test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, remove } = await aServer();
  project.provide("postgres", url);
  return remove;
}
