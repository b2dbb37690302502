/** From this share of what a model can take in, what was said so far is summed up. */
export const COMPACTED_FROM = 0.7;

/** Asked of the model about its own work. What it was given at the beginning is not summed up: that stays word for word. */
export const SUM_UP = `# Sum up

There is little room left. Write down what somebody needs who goes on in your place and has read the task, but nothing \
since: what you found out (files, names, numbers, errors, each exactly), what you have changed and why, what you tried that \
did not work, and what is to be done next. Do not repeat the task. Use no tool.`;

/** Where even that could not be asked. */
export const NO_SUMMARY =
  "What was said could not be summed up. Look at what you have changed (`git_diff`), and go on from there.";

/** Where there was room for the beginning only. */
export const NOT_ALL =
  "What you did last is not in this summary. Look at what you have changed (`git_diff`) before you go on.";
