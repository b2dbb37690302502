/** Something that a change makes weaker, told to a person. It explains and never decides. */
export type Finding = { path: string; line?: number; told: string };
