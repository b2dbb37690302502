/** One line of the report, and `more` lines about it. `weak` still lets contracts run; `remedy` is what to do. */
export type Finding = {
  state: "well" | "weak" | "ill";
  what: string;
  told: string;
  more?: readonly string[];
  remedy?: string;
};
