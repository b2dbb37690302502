import { badTopicName } from "./rules/bad-topic-name.ts";
import { concurrentWrites } from "./rules/concurrent-writes.ts";
import { contractCannotFail } from "./rules/contract-cannot-fail.ts";
import { contractRunsOwnWork } from "./rules/contract-runs-own-work.ts";
import { contractSyntax } from "./rules/contract-syntax.ts";
import { deletesOutside } from "./rules/deletes-outside.ts";
import { dependencyCycle } from "./rules/dependency-cycle.ts";
import { duplicateStep } from "./rules/duplicate-step.ts";
import { emptyContract } from "./rules/empty-contract.ts";
import { emptyStep } from "./rules/empty-step.ts";
import { invisibleCharacter } from "./rules/invisible-character.ts";
import { lookAlike } from "./rules/look-alike.ts";
import { missingContract } from "./rules/missing-contract.ts";
import { missingFile } from "./rules/missing-file.ts";
import { missingTestTarget } from "./rules/missing-test-target.ts";
import { missingTool } from "./rules/missing-tool.ts";
import { mustNotTouch } from "./rules/must-not-touch.ts";
import { networkWithoutNeeds } from "./rules/network-without-needs.ts";
import { noSteps } from "./rules/no-steps.ts";
import { notSelfContained } from "./rules/not-self-contained.ts";
import { numberingGap } from "./rules/numbering-gap.ts";
import { overBudget } from "./rules/over-budget.ts";
import { pathOutside } from "./rules/path-outside.ts";
import { pipeLosesStatus } from "./rules/pipe-loses-status.ts";
import { protectedArea } from "./rules/protected-area.ts";
import type { Rule } from "./rules/rule.ts";
import { secret } from "./rules/secret.ts";
import { stepTooLarge } from "./rules/step-too-large.ts";
import { uncheckedCommand } from "./rules/unchecked-command.ts";
import { undeclaredGuard } from "./rules/undeclared-guard.ts";
import { unknownAgent } from "./rules/unknown-agent.ts";
import { unknownDependency } from "./rules/unknown-dependency.ts";
import { unknownRole } from "./rules/unknown-role.ts";
import { unknownTopic } from "./rules/unknown-topic.ts";
import { unreachableStep } from "./rules/unreachable-step.ts";
import { usedBeforeProduced } from "./rules/used-before-produced.ts";
import { workerPublishes } from "./rules/worker-publishes.ts";

/** Every rule, in the order of its code. */
export const rules: readonly Rule[] = [
  noSteps,
  duplicateStep,
  numberingGap,
  emptyStep,
  missingContract,
  unknownDependency,
  dependencyCycle,
  unreachableStep,
  usedBeforeProduced,
  concurrentWrites,
  contractSyntax,
  contractCannotFail,
  emptyContract,
  missingTool,
  missingTestTarget,
  networkWithoutNeeds,
  deletesOutside,
  contractRunsOwnWork,
  pipeLosesStatus,
  uncheckedCommand,
  undeclaredGuard,
  missingFile,
  unknownTopic,
  unknownRole,
  unknownAgent,
  stepTooLarge,
  notSelfContained,
  badTopicName,
  protectedArea,
  mustNotTouch,
  pathOutside,
  invisibleCharacter,
  lookAlike,
  secret,
  workerPublishes,
  overBudget,
];
