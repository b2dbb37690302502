/** How a line about a run is to be read at a glance; each surface has its own color for it. */
export type Tone = "green" | "yellow" | "red" | "cyan" | "dim" | "bold";
