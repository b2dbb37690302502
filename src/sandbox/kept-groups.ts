import { type Cgroups, type Group, makeGroup } from "./cgroups.ts";

export type KeptGroups = {
  take(): Group;
  /** Settles when the last process of the group is gone; gives up after two seconds, with false. */
  giveBack(group: Group): Promise<boolean>;
  /** Removes those that nobody uses; from then on all are removed that are given back. */
  close(): Promise<void>;
};

/** To make a group takes the kernel a millisecond and more, so one that is empty again serves the next run. */
export function keptGroups(cgroups: Cgroups): KeptGroups {
  const spare: Group[] = [];
  let isClosed = false;
  return {
    take: () => spare.pop() ?? makeGroup(cgroups),
    async giveBack(group) {
      // With a process in it, it cannot be removed either: whoever sweeps next does it.
      if (!(await group.isLeft())) return false;
      if (group.isLight() && !isClosed && spare.length < MOST) spare.push(group);
      else await group.remove();
      return true;
    },
    async close() {
      isClosed = true;
      await Promise.all(spare.splice(0).map((group) => group.remove()));
    },
  };
}

/** As many as may run or wait at nearly the same time for one step. */
const MOST = 4;
