/**
 * The whole environment of the programs that set a sandbox up. What it holds can be read inside from /proc/1/environ,
 * whatever is cleared later; and programs of ours are never looked for in a folder that a repository can write.
 */
export const OWN_ENVIRONMENT = { PATH: "/usr/bin:/bin" };
