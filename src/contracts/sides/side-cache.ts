import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../../plan/model.ts";
import type { TreeId } from "../../ports/git.ts";
import type { RunSide } from "./side.ts";

/**
 * What earlier runs have shown, by tree, contract and environment. For the sides that a step is compared with, and for the
 * proof of a whole plan at its end, where a tree has not changed since; a step is never accepted from memory. An entry that
 * cannot be read is no entry.
 */
export type SideCache = { get(question: Question): RunSide | null; put(question: Question, side: RunSide): void };

export type Question = { tree: TreeId; contract: Contract; seconds: number; environment: string };

export function sideCacheIn(folder: string): SideCache {
  mkdirSync(folder, { recursive: true });
  const fileOf = (question: Question): string => join(folder, `${keyOf(question)}.json`);
  return {
    get(question) {
      const file = fileOf(question);
      try {
        return JSON.parse(readFileSync(file, "utf8"));
      } catch (error) {
        // Whoever was writing it was killed, or is not done yet.
        if (error instanceof SyntaxError) rmSync(file, { force: true });
        return null;
      }
    },
    put(question, side) {
      // Time, memory and output depend on what else the machine was doing.
      if (side.exit.kind !== "exited") return;
      // Somebody may install the tool, and then the contract says something else of the same tree.
      if (side.verdict.status === "unverified" && ABOUT_THE_MACHINE.has(side.verdict.reason)) return;
      // Nobody looks at the output of these sides, and it can be millions of bytes.
      const text = JSON.stringify({ ...side, log: { head: "", tail: "", dropped: 0 } });
      try {
        writeFileSync(fileOf(question), text, { flag: "wx" });
      } catch (error) {
        // Somebody else has just found the same answer.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    },
  };
}

const ABOUT_THE_MACHINE: ReadonlySet<string> = new Set(["missing-tool", "not-executable"]);

const keyOf = ({ tree, contract, seconds, environment }: Question): string =>
  createHash("sha256")
    .update(JSON.stringify([tree, contract.command, contract.exitCode, contract.stdout, seconds, environment, FORMAT]))
    .digest("hex");

/** Raised when what is kept, or how a run is judged, changes. */
const FORMAT = 6;
