import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchFolders } from "../../../src/config/environment.ts";
import type { StepProof } from "../../../src/contracts/proof/prove-step.ts";
import { CONTRACT_ENV } from "../../../src/contracts/sides/proof-place.ts";
import { verdictOn } from "../../../src/engine/proof/verdict-on.ts";
import type { CommitId } from "../../../src/ports/git.ts";
import { needRunner } from "../need-runner.ts";
import { editOf } from "./common-cheats.ts";
import type { Files } from "./files.ts";
import type { Project } from "./project.ts";
import { randomFrom } from "./random.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** Edits tried on each project. */
const EDITS = 40;
/** Those that are seen twice, which takes its time. */
const EDITS_UNLISTED = 8;

/**
 * Every edit is what a worker leaves instead of the work; none may be accepted. The same edits would mostly deceive a
 * harness that merely runs the contract where the worker has worked, else they would show nothing. A number makes an
 * edit, and the same one each time: `PLANWRIGHT_EDIT=17` tries the one of that number alone.
 */
export function mutationSuite(project: Project, installed?: string): void {
  const { files, step, bug, fix } = project;
  describe(`a project with ${project.name}`, () => {
    let workshop: Workshop;
    let base: CommitId;
    beforeAll(async () => {
      workshop = await openWorkshop(installed);
      base = workshop.commit(files);
    });
    afterAll(() => workshop.close());

    test("its fault is red, and mending it is proven", async () => {
      needRunner(step.contract);
      const idle = await workshop.prove(await workshop.leave(base, { "NOTES.md": "done\n" }), step);
      expect(statusOf(idle)).toBe("failed");
      const honest = await workshop.prove(await workshop.leave(base, { [bug]: fix }), step);
      expect(honest.contracts.map(({ conclusion }) => conclusion)).toEqual(["proven"]);
      expect(honest.restoration).toMatchObject({ restored: [], findings: [], undeclared: [] });
    });

    test("no edit that leaves the fault is accepted", { timeout: 900_000 }, async () => {
      needRunner(step.contract);
      const tried: Tried[] = [];
      const runs: Promise<number | null>[] = [];
      // The same tree gives the same answer, and most edits end up as the base again.
      const known = new Map<string, StepProof>();
      for (const { number, name, changes } of editsOf(project)) {
        // Two folders by turns, so that one edit is tried naively while the next one is proven.
        await runs.at(-2);
        const left = await workshop.leave(base, changes, runs.length % 2);
        if (installed) installAround(left.folder, installed);
        runs.push(runNaively(left.folder, step.contract));
        const { proven, restored } = await workshop.restored(left, step);
        const proof = known.get(proven) ?? (await workshop.prove(left, step));
        known.set(proven, proof);
        tried.push({ number, name, proof, restored: restored.map(({ path }) => path) });
      }
      const naive = await Promise.all(runs);
      const accepted = tried.filter(({ proof }) => statusOf(proof) === "passed");
      const deceived = naive.filter((status) => status === 0).length;
      console.log(
        `${project.name}: ${tried.length} edits, ${deceived} deceive a naive harness, ${accepted.length} are accepted`,
      );
      expect(accepted.map(shown)).toEqual([]);
      if (ONLY === null) expect(deceived).toBeGreaterThanOrEqual(tried.length / 2);
    });

    test("no edit that leaves the fault is accepted unasked where no file is listed", {
      timeout: 900_000,
    }, async () => {
      needRunner(step.contract);
      const accepted: string[] = [];
      for (const { number, name, changes } of editsOf(project, EDITS_UNLISTED)) {
        const judged = await workshop.judge(await workshop.leave(base, changes), { ...step, extra: "" });
        const { is } = verdictOn(judged, { mode: "autonomous", isStrict: false });
        if (is === "passed") accepted.push(`edit ${number} (${name})`);
      }
      expect(accepted).toEqual([]);
    });
  });
}

type Tried = { number: number; name: string; proof: StepProof; restored: string[] };

const statusOf = ({ contracts }: StepProof): string | undefined => contracts[0]?.after.verdict.status;

const shown = ({ number, name, proof, restored }: Tried): string =>
  `edit ${number} (${name}), restored ${restored.join(", ") || "nothing"}: ${proof.contracts[0]?.after.log.head}`;

const ONLY = process.env.PLANWRIGHT_EDIT ? Number(process.env.PLANWRIGHT_EDIT) : null;

/** Those that come to nothing, or to the same as an earlier one, are passed over. */
function* editsOf(project: Project, most = EDITS): Generator<{ number: number; name: string; changes: Files }> {
  const seen = new Set<string>();
  for (let number = ONLY ?? 0; seen.size < (ONLY === null ? most : 1); number++) {
    const edit = editOf(project, number, randomFrom(number));
    const key = JSON.stringify(edit?.changes);
    if (edit === null || seen.has(key)) continue;
    seen.add(key);
    yield { number, ...edit };
  }
}

/** Installed packages beside those that an edit has put in their place. */
function installAround(folder: string, installed: string): void {
  for (const part of ["", ".bin"]) {
    const here = join(folder, "node_modules", part);
    mkdirSync(here, { recursive: true });
    for (const name of readdirSync(join(installed, part))) {
      if (name !== ".bin" && !existsSync(join(here, name))) symlinkSync(join(installed, part, name), join(here, name));
    }
  }
}

/** The exit status of the contract in the folder as it is. */
function runNaively(folder: string, command: string): Promise<number | null> {
  const env = { ...CONTRACT_ENV, PATH: searchFolders().join(":"), HOME: process.env.HOME };
  const child = spawn("bash", ["-c", command], { cwd: folder, env, stdio: "ignore" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
