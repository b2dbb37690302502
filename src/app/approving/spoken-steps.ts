/** Steps by their numbers: `step 3`, `steps 1, 2, 4`. */
export const spokenSteps = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? "step" : "steps"} ${numbers.join(", ")}`;
