import type { Candidate } from "../../app/run-plan.ts";

/** What a plan asks for and a run does not do yet. Whoever approves it should not find out later. */
export function unhonouredLines({ plan }: Pick<Candidate, "plan">): string[] {
  const needy = plan.steps.filter(({ needs }) => needs.includes("network"));
  return [
    ...(plan.budget === undefined ? [] : ["the budget is not watched yet: nothing stops when it is used up"]),
    ...(needy.length === 0
      ? []
      : [`${numbered(needy, "needs", "need")} the network, which contracts are not given yet`]),
  ];
}

function numbered(steps: readonly { number: number }[], one: string, many: string): string {
  const numbers = steps.map(({ number }) => number).join(", ");
  return steps.length === 1 ? `step ${numbers} ${one}` : `steps ${numbers} ${many}`;
}
