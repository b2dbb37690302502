export type * from "./rules/rule.ts";
