/** Why the tests of a step did not run without its work: there is no other work, so they ran without it already. */
export const CHANGES_TESTS_ALONE = "the step changes tests alone";
