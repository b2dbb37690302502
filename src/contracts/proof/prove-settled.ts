import { type ProofTools, proveStep, type StepProof, type StepWork, sidesOf } from "./prove-step.ts";
import { type JudgedWork, proveWork, type WorkProof } from "./prove-work.ts";
import { settled } from "./settled.ts";

/** Proves a step's work without what its runs show to be none of it. */
export const proveSettled = (work: JudgedWork, tools: ProofTools): Promise<WorkProof> =>
  settled(work, tools, async (seen) => {
    const found = await proveWork({ ...work, seen }, tools);
    return { found, sides: [...sidesOf(found.proof), ...(found.first?.sides ?? [])], after: afterIn(found.proof) };
  });

/** The same for work that is only looked at. */
export const proveStepSettled = (work: StepWork, tools: ProofTools): Promise<StepProof> =>
  settled(work, tools, async (seen) => {
    const found = await proveStep({ ...work, seen }, tools);
    return { found, sides: sidesOf(found), after: afterIn(found) };
  });

const afterIn = ({ contracts }: StepProof) => contracts.map(({ after }) => after);
