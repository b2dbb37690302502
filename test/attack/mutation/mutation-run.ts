import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchFolders } from "../../../src/config/environment.ts";
import { CONTRACT_ENV } from "../../../src/contracts/proof-place.ts";
import type { StepProof } from "../../../src/contracts/prove-step.ts";
import type { CommitId } from "../../../src/ports/git.ts";
import { editOf } from "./common-cheats.ts";
import type { Files } from "./files.ts";
import type { Project } from "./project.ts";
import { randomFrom } from "./random.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** Edits tried on each project. */
const EDITS = 40;

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
      const idle = await workshop.prove(await workshop.leave(base, { "NOTES.md": "done\n" }), step);
      expect(statuses(idle)).toEqual(["failed"]);
      const honest = await workshop.prove(await workshop.leave(base, { [bug]: fix }), step);
      expect(honest.contracts.map(({ conclusion }) => conclusion)).toEqual(["proven"]);
      expect(honest.restoration).toMatchObject({ restored: [], findings: [], undeclared: [] });
    });

    test("no edit that leaves the fault is accepted", { timeout: 600_000 }, async () => {
      const tried: Tried[] = [];
      for (const { number, name, changes } of editsOf(project)) {
        const left = await workshop.leave(base, changes);
        if (installed) installAround(left.folder, installed);
        const [proof, naive] = await Promise.all([workshop.prove(left, step), runNaively(left.folder, step.contract)]);
        tried.push({ number, name, isNaivelyAccepted: naive === 0, proof });
      }
      const accepted = tried.filter(({ proof }) => statuses(proof).every((status) => status === "passed"));
      const deceiving = tried.filter(({ isNaivelyAccepted }) => isNaivelyAccepted);
      console.log(
        `${project.name}: ${tried.length} edits, ${deceiving.length} deceive a naive harness, ${accepted.length} accepted`,
      );
      if (process.env.DEBUG_M)
        for (const t of tried)
          console.log(
            t.number,
            t.name,
            t.isNaivelyAccepted ? "NAIVE" : "-",
            JSON.stringify(t.proof.contracts[0]?.after.verdict),
            t.proof.restoration.restored.map(({ path }) => path).join(),
          );
      expect(accepted.map(shown)).toEqual([]);
      if (ONLY === null) expect(deceiving.length).toBeGreaterThanOrEqual(tried.length / 2);
    });
  });
}

type Tried = { number: number; name: string; isNaivelyAccepted: boolean; proof: StepProof };

const statuses = ({ contracts }: StepProof): string[] => contracts.map(({ after }) => after.verdict.status);

const shown = ({ number, name, proof: { contracts, restoration } }: Tried): string =>
  `edit ${number} (${name}) ${contracts.map(({ after }) => after.log.head).join()}; restored ${restoration.restored.map(({ path }) => path)}`;

const ONLY = process.env.PLANWRIGHT_EDIT ? Number(process.env.PLANWRIGHT_EDIT) : null;

/** Those that come to nothing, or to the same as an earlier one, are passed over. */
function* editsOf(project: Project): Generator<{ number: number; name: string; changes: Files }> {
  const seen = new Set<string>();
  for (let number = ONLY ?? 0; seen.size < (ONLY === null ? EDITS : 1); number++) {
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
