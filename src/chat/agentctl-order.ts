import { nearest } from "../std/nearest.ts";

/** What a command line asks for. */
export type Order =
  | { do: "help" }
  | { do: "dir" }
  | { do: "request-thread-dir" }
  | { do: "clear-current" }
  | { do: "commit" }
  | { do: "set-topic"; topic: string }
  | { do: "remove-thread"; thread: string };

type Reading = { ok: true; order: Order } | { ok: false; why: string };

/** Reads the words after `agentctl`. Words too many are wrong as well: whoever wrote them expects something of them. */
export function readOrder(args: readonly string[]): Reading {
  const [first, ...rest] = args;
  if (args.some((word) => word === "--help" || word === "-h") || first === "help") return { ok: true, order: HELP };
  switch (first) {
    case "set-topic":
      return readTopicWords(rest);
    case "plan":
      return readPlan(rest);
    default:
      return unknown(first, ["set-topic", "plan", "help"], "agentctl");
  }
}

const HELP: Order = { do: "help" };

function readTopicWords(rest: readonly string[]): Reading {
  const [topic, ...more] = rest;
  if (topic === undefined) return wrong('the topic is missing: agentctl set-topic "Add rate limits"');
  if (more.length > 0) return wrong('a topic is one word to the shell: agentctl set-topic "Add rate limits"');
  return { ok: true, order: { do: "set-topic", topic } };
}

function readPlan([command, ...rest]: readonly string[]): Reading {
  switch (command) {
    case "dir":
    case "request-thread-dir":
    case "clear-current":
    case "commit":
      return rest.length === 0 ? { ok: true, order: { do: command } } : tooMuch(`plan ${command}`, rest);
    case "remove-thread":
      return readRemoval(rest);
    default:
      return unknown(
        command,
        ["dir", "request-thread-dir", "remove-thread", "clear-current", "commit"],
        "agentctl plan",
      );
  }
}

function readRemoval(rest: readonly string[]): Reading {
  const words = rest.flatMap((word) =>
    word.startsWith(`${OPTION}=`) ? [OPTION, word.slice(OPTION.length + 1)] : [word],
  );
  const [option, thread, ...more] = words;
  if (option !== OPTION) {
    const meant = option === undefined || !option.startsWith("--") ? null : nearest(option, [OPTION]);
    const fault = meant === null ? `${OPTION} is missing` : `there is no ${option}; did you mean ${meant}?`;
    return wrong(`${fault}: agentctl plan remove-thread ${OPTION} ID`);
  }
  if (thread === undefined || thread === "") return wrong(`${OPTION} needs the id of a thread`);
  return more.length === 0 ? { ok: true, order: { do: "remove-thread", thread } } : tooMuch("plan remove-thread", more);
}

const OPTION = "--thread-id";

const tooMuch = (command: string, [word]: readonly string[]): Reading =>
  wrong(`agentctl ${command} takes no ${JSON.stringify(word?.slice(0, LONGEST))}`);

function unknown(word: string | undefined, known: readonly string[], before: string): Reading {
  if (word === undefined) return wrong(`a command is missing after \`${before}\`: ${known.join(", ")}`);
  const meant = nearest(word, known);
  const help = meant === null ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
  return wrong(`there is no ${before} ${word.slice(0, LONGEST)}; ${help}`);
}

const LONGEST = 60;

const wrong = (why: string): Reading => ({ ok: false, why });
