export const HELP = `Examples:
  agentctl set-topic "Add rate limits"        what this thread is about, in 1 to 100 characters
  agentctl plan dir                           where its plan is written
  agentctl plan request-thread-dir            {"thread_id":"…","plan_dir":"…"}: one more thread to plan
  agentctl plan remove-thread --thread-id ID  do not plan that one after all
  agentctl plan clear-current                 this thread is to have no plan
  agentctl plan commit                        check all of them and hand them in, all or none

Usage: agentctl COMMAND

For the agent of a thread, in Plan mode. AGENTCTL_THREAD_ID names the thread; its plan directories are in Planwright's
home (PLANWRIGHT_HOME, or ~/.agentflow). In each, write plan.md with a title in its frontmatter, and tasks/NN-slug.md.

Exit status: 0 done, 1 refused (nothing was committed), 2 the command itself was wrong.
`;
