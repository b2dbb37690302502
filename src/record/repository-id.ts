declare const brand: unique symbol;

/** Names a repository everywhere: its runs, topics and costs go by it. It is compared, stored and printed, and never opened. */
export type RepositoryId = string & { readonly [brand]: "repository" };

/**
 * The one place where an id is made. By now it is the path of the git directory that all working trees share, so a
 * repository that is moved is another one; nothing but this function relies on that.
 */
export const repositoryIdOf = ({ commonDir }: { commonDir: string }): RepositoryId => commonDir as RepositoryId;
