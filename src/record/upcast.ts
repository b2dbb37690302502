import { repositoryIdOf } from "./repository-id.ts";
import { type Run, WORK } from "./run.ts";
import type { RunFact } from "./run-event.ts";
import { outcomeOf } from "./step-outcome.ts";

/**
 * What programs before this one have kept, as this one would have. Whoever changes what a fact says raises the version and
 * lifts the older ones here, so that nothing else has to know that they were different.
 */
export const FACT_VERSION = 2;

/** A fact as it was kept: fields that came later are not there. */
export type StoredFact = { readonly type: string; readonly [field: string]: unknown };

export const upcastFact = (fact: StoredFact, version: number): StoredFact => (version < 2 ? toSecond(fact) : fact);

/** The first version left out what it did not know, and for a while it knew little. */
function toSecond(fact: StoredFact): StoredFact {
  switch (fact.type) {
    case "attempt-started":
      return { ...WORK, ...fact };
    case "attempt-passed": {
      const { contracts } = fact as Partial<Fact<"attempt-passed">>;
      return { outcome: outcomeOf((contracts ?? []).map(({ conclusion }) => conclusion)), ...fact };
    }
    case "triaged":
    case "reviewed":
      return { change: null, milliseconds: 0, ...fact };
    case "expanded":
      return { milliseconds: 0, ...fact };
    case "revised": {
      const { commit, revision } = fact as Partial<Fact<"revised">>;
      if (commit === null) return fact;
      // Which step became which was not said: an id was taken for the step.
      return { kept: revision?.plan.steps.map(({ id }) => ({ from: id, to: id })), ...fact };
    }
    case "step-accepted":
      return { outcome: null, ...fact };
    case "completed":
      return { outcomes: [], ...fact };
    case "failed":
      return { commit: null, ...fact };
    default:
      return fact;
  }
}

type Fact<Type extends RunFact["type"]> = Extract<RunFact, { type: Type }>;

/** A run as it was kept. Steps had no agents of their own at first, and repositories no ids. */
export type StoredRun = Omit<Run, "agents" | "repository"> & {
  agents?: Run["agents"];
  repository: Omit<Run["repository"], "id"> & Partial<Pick<Run["repository"], "id">>;
};

export const upcastRun = ({ agents = {}, repository, ...run }: StoredRun): Run => ({
  ...run,
  agents,
  repository: { ...repository, id: repository.id ?? repositoryIdOf(repository) },
});
