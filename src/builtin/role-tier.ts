/** How good a model a role needs. */
export type Tier = "strong" | "balanced" | "fast";

/** By what the roles do: who writes code or plans needs the best there is, who looks things up does not. */
export const tierOf = (role: string): Tier => TIERS.get(role) ?? "strong";

const TIERS: ReadonlyMap<string, Tier> = new Map([
  ["dod-checker", "fast"],
  ["reviewer", "balanced"],
  ["tester", "balanced"],
]);

/** A planner looks for ideas; everybody else is to do the same thing the same way. */
export const temperatureOf = (role: string): number => (role === "planner" ? 0.8 : 0.2);
