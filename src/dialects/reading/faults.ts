import type { Kind } from "../../diagnostics/diagnostic.ts";

const error = (code: string, name: string, summary: string, why: string): Kind => ({
  code,
  name,
  severity: "error",
  summary,
  why,
});
const warning = (code: string, name: string, summary: string, why: string): Kind => ({
  ...error(code, name, summary, why),
  severity: "warning",
});

/** What can be wrong with the writing of a plan, before there is a plan to reason about. Codes are forever. */
export const faults = {
  unreadableText: error(
    "PW101",
    "unreadable-text",
    "A plan file holds bytes that are not text.",
    "A plan is reviewed by people; a byte nobody can see is a byte nobody approved.",
  ),
  brokenFrontmatter: error(
    "PW102",
    "broken-frontmatter",
    "The frontmatter is missing, not closed, or not plain YAML.",
    "The harness dispatches by frontmatter; what it cannot read it would have to guess.",
  ),
  duplicateField: error(
    "PW103",
    "duplicate-field",
    "The same field is written twice.",
    "Two values mean that readers disagree about which one counts.",
  ),
  unknownField: error(
    "PW104",
    "unknown-field",
    "A field has a name that does not exist in this dialect.",
    "A misspelt field is silently without effect, and `contrct` would mean a step that proves nothing.",
  ),
  wrongValue: error(
    "PW105",
    "wrong-value",
    "A field has a value it cannot take.",
    "The engine acts only on values it knows; anything else would be a guess.",
  ),
  badDuration: error(
    "PW106",
    "bad-duration",
    "A duration cannot be read.",
    "A timeout that is misread either kills good work or lets a hung command wait for ever.",
  ),
  badBudget: error(
    "PW107",
    "bad-budget",
    "A budget cannot be read.",
    "A limit that is not understood is not enforced.",
  ),
  badOnFail: error(
    "PW108",
    "bad-on-fail",
    "An on_fail policy cannot be read.",
    "The engine does not improvise after a failure: it does what this line says.",
  ),
  missingField: error(
    "PW109",
    "missing-field",
    "Something every plan needs is not there.",
    "Without it there is nothing to dispatch, to prove or to show.",
  ),
  impliedField: warning(
    "PW110",
    "implied-field",
    "A field is left out and its default is assumed.",
    "What is written can be reviewed; what is assumed is found out later.",
  ),
  unterminatedFence: error(
    "PW111",
    "unterminated-fence",
    "A code fence or a comment is opened and never closed.",
    "Everything below it is swallowed, other steps and their contracts included.",
  ),
  strayText: warning(
    "PW112",
    "stray-text",
    "Text in a plan belongs to no field.",
    "No worker is ever shown it, so whoever wrote it believes something was said that was not.",
  ),
  badExpectation: error(
    "PW113",
    "bad-expectation",
    "What a contract expects cannot be read, or is true of anything.",
    "An expectation that is not understood is not checked.",
  ),
  misplacedContract: error(
    "PW114",
    "misplaced-contract",
    "A contract is announced, but its command is not where the harness looks for it.",
    "Only a command the harness can find can be run, and only what it runs can prove the step.",
  ),
  secondContract: error(
    "PW115",
    "second-contract",
    "A step has two contracts where one is allowed.",
    "If one of them were ignored, the step could be done without it.",
  ),
  badFileEntry: error(
    "PW116",
    "bad-file-entry",
    "An entry in a file list names no path.",
    "Only a path can be enforced; a sentence about files protects none of them.",
  ),
  badSubscription: error(
    "PW117",
    "bad-subscription",
    "A subscription is neither `file:` nor `topic:`.",
    "The worker is given exactly what its step subscribes to; this entry would give it nothing.",
  ),
  taskListMismatch: error(
    "PW118",
    "task-list-mismatch",
    "The Task List and the task files disagree.",
    "People read the table and the harness reads the files: they have to say the same.",
  ),
  protectedAreasMismatch: error(
    "PW119",
    "protected-areas-mismatch",
    "The frontmatter and the Protected Areas section name different areas.",
    "An area that stands in only one of the two is protected for one reader and open for the other.",
  ),
  misnamedFile: error(
    "PW120",
    "misnamed-file",
    "A file in the plan folder has a name the harness does not know.",
    "A task file that is skipped over is a piece of work that never happens.",
  ),
  notAPlan: error(
    "PW121",
    "not-a-plan",
    "The file is not a plan in any dialect.",
    "A plan says what it is in its first lines, so that nobody runs a document by mistake.",
  ),
  brokenJson: error(
    "PW122",
    "broken-json",
    "The JSON of a plan cannot be read.",
    "A plan that is read half-way is another plan than the one its author meant.",
  ),
  twoPlans: error(
    "PW123",
    "two-plans",
    "Two plans stand where one is expected.",
    "Whoever approves one of them has not seen the other, and nobody can say which of the two would run.",
  ),
  linkedFile: error(
    "PW124",
    "linked-file",
    "A file of a plan folder is a symbolic link.",
    "What is approved is what the branch holds; what a link leads to can change behind everybody's back.",
  ),
  staleOrigin: warning(
    "PW125",
    "stale-origin",
    "The original text that a JSON plan carries says something else than the plan.",
    "Converting back would either lose the changes or bring an old plan back to life.",
  ),
} as const satisfies Record<string, Kind>;
