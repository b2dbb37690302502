import type { Rule } from "./rule.ts";
import { duplicateStep } from "./rules/duplicate-step.ts";
import { emptyStep } from "./rules/empty-step.ts";
import { missingContract } from "./rules/missing-contract.ts";
import { noSteps } from "./rules/no-steps.ts";
import { numberingGap } from "./rules/numbering-gap.ts";

/** Every rule, in the order of its code. */
export const rules: readonly Rule[] = [noSteps, duplicateStep, numberingGap, emptyStep, missingContract];
