import type { Advice, Order, Remedy } from "../../std/refusal.ts";

/** A refusal as a terminal shows it: what is wrong, and the commands that help. */
export function refusalText({ message, remedies }: Advice): string {
  if (remedies.length === 0) return message;
  const told = remedies.map((remedy) => `${spelled(remedy)} ${remedy.why}`).join(", ");
  return `${message}${message.endsWith("?") ? "" : ";"} ${told}`;
}

/** A command; for an order that is given again, what to add to it. */
const spelled = (remedy: Remedy): string =>
  remedy.do === "again" ? Object.entries(remedy.with).flatMap(optionWords).join(" ") : `\`${commandLine(remedy)}\``;

/** What to type for an order. What the person has yet to say stands there in capitals. */
export function commandLine({ do: order, with: about }: Pick<Remedy, "do" | "with">): string {
  const named = NAMED[order] ?? ["run"];
  const words = named.filter((name) => name in about).map((name) => about[name] || name.toUpperCase());
  const options = Object.entries(about).filter(([name]) => !named.includes(name));
  return ["planwright", order, ...words, ...options.flatMap(optionWords)].join(" ");
}

const optionWords = ([name, value]: [string, string]): string[] =>
  value === "yes" ? [`--${name}`] : [`--${name}`, value || SPOKEN[name] || name.toUpperCase()];

/** What a command takes by its place; all else are options. Without an entry, a run. */
const NAMED: Partial<Record<Order, readonly string[]>> = {
  accept: ["step", "run"],
  answer: ["question", "value"],
  convert: ["plan"],
  diff: ["run", "step"],
  do: ["words"],
  inbox: ["question"],
  log: ["run", "step"],
  retry: ["step", "run"],
  revise: ["run", "plan"],
  run: ["plan"],
  show: ["run", "step"],
  skip: ["step", "run"],
  undo: ["step", "run"],
  verify: ["plan"],
};

/** Where help calls the value of an option by another word. */
const SPOKEN: Readonly<Record<string, string>> = {
  agent: "NAME",
  contract: "COMMAND",
  into: "BRANCH",
  note: "TEXT",
  remote: "NAME",
  to: "PATH",
};
