import { expect } from "vitest";
import { aPersonUsing, type PersonWithAgent } from "./a-person-with-agents.ts";
import { noteStep, notesPlan, notesScript } from "./builtin-notes.ts";
import type { BuiltinWire } from "./builtin-wires.ts";
import { usageTold } from "./carried-out.ts";
import { type Account, allInput, NOTHING, totalOf } from "./model/account.ts";
import type { Act, Script } from "./model/script.ts";

/** Somebody who wants one note, and tries once; `acts` is what the model does about it. */
export const wantingOneNote = (
  { variables }: BuiltinWire,
  {
    home,
    acts,
    again,
    ...rest
  }: { home: string; acts: readonly Act[]; again?: true; window?: number; workTimeout?: string; head?: string },
): Promise<PersonWithAgent> =>
  aPersonUsing(variables, {
    home,
    files: { "plan.md": notesPlan(1, rest), "prices.mjs": "export const price = 3;\n" },
    script: () => [{ when: [noteStep(1)], acts, ...(again && { again }) }],
    ...(rest.window !== undefined && { window: rest.window }),
  });

/** Somebody with an agent for the work, and the same as a planner, who acts by a script of its own. */
export const withPlanner = (
  { spec, variables }: BuiltinWire,
  home: string,
  planner: Script,
): Promise<PersonWithAgent> =>
  aPersonUsing(variables, {
    home,
    files: {
      "plan.md": notesPlan(1),
      "prices.mjs": "",
      "planwright.config.yaml": `roles:\n  planner:\n    agent: ${spec}\n`,
    },
    script: () => [...planner, ...notesScript(1)],
  });

/**
 * What the journal tells, and what the ledger adds up to, is what the server bills: to the token and in each kind. What was
 * refused is in neither.
 */
export async function expectHonest(person: PersonWithAgent, events: string): Promise<void> {
  const bill = billOf(person);
  expect({ ...totalOf(usageTold(events)), requests: bill.requests }).toEqual(bill);
  expect(await ledgerOf(person)).toEqual(bill);
}

/** What the server bills for everything that was asked so far. */
export const billOf = ({ model }: PersonWithAgent): Bill => {
  const accounts = model.asked.map(({ account }) => account).filter((account) => allInput(account) > 0);
  return { ...totalOf(accounts), requests: accounts.length };
};

export async function ledgerOf({ planwright }: PersonWithAgent): Promise<Bill> {
  const { stdout, stderr } = await planwright(["cost", "--json"]);
  if (stdout === "") throw new Error(stderr);
  const { requests, input, cachedRead, cachedWrite, output } = JSON.parse(stdout).total ?? { ...NOTHING, requests: 0 };
  return { requests, input, cachedRead, cachedWrite, output };
}

export type Bill = Account & { requests: number };
