import type { AgentEvent, AskedOf } from "../../ports/agent.ts";

/** Takes secrets out of what an agent says, wherever it goes from here: transcript, journal, commit, terminal. */
export type SecretHider = {
  /** From now on these are secret. What is too short to be one is not looked for. */
  learn(secrets: Readonly<Record<string, string>>): void;
  /** The event without them. Output that may be the beginning of one is held back until it is known. */
  hide(event: AgentEvent): AgentEvent[];
};

export function secretHider(): SecretHider {
  const known = new Map<string, Buffer>();
  const held: Record<"stdout" | "stderr", Buffer> = { stdout: NOTHING, stderr: NOTHING };

  const inText = (text: string): string =>
    [...known.keys()].reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
  const inAsked = ({ question, context, severity, choices }: AskedOf): AskedOf => ({
    ...{ question: inText(question), context: inText(context), severity },
    choices: choices.map(({ label, value, description, isDefault }) => ({
      ...{ label: inText(label), value: inText(value), description: inText(description), isDefault },
    })),
  });
  const inBytes = (bytes: Buffer): Buffer => {
    const found = [...known.values()].some((secret) => bytes.includes(secret));
    // One letter for each byte, so that nothing else of it changes.
    return found ? Buffer.from(latin1Without(bytes.toString("latin1"), known.values()), "latin1") : bytes;
  };
  const output = (stream: "stdout" | "stderr", bytes: Buffer): AgentEvent[] =>
    bytes.length === 0 ? [] : [{ type: "output", stream, bytes }];
  const released = (): AgentEvent[] =>
    (["stdout", "stderr"] as const).flatMap((stream) => {
      const bytes = held[stream];
      held[stream] = NOTHING;
      return output(stream, bytes);
    });

  return {
    learn(secrets) {
      for (const value of Object.values(secrets)) if (value.length >= SHORTEST) known.set(value, Buffer.from(value));
    },
    hide(event) {
      if (known.size === 0) return [event];
      switch (event.type) {
        case "output": {
          const all = inBytes(Buffer.concat([held[event.stream], event.bytes]));
          const end = all.length - longestBeginning(all, known.values());
          held[event.stream] = all.subarray(end);
          return output(event.stream, all.subarray(0, end));
        }
        case "doing":
          return [{ ...event, told: inText(event.told) }];
        case "tool": {
          const { told, diff, paths } = event;
          return [{ ...event, told: inText(told), diff: diff && inText(diff), paths: paths.map(inText) }];
        }
        case "spent":
          return [{ ...event, warnings: event.warnings.map(inText) }];
        case "ended": {
          const { text, question, asks } = event;
          const hidden = { text: inText(text), question: question && inText(question) };
          return [...released(), { ...event, ...hidden, ...(asks && { asks: inAsked(asks) }) }];
        }
      }
    },
  };
}

const NOTHING: Buffer = Buffer.alloc(0);
const HIDDEN = "[secret]";
/** Shorter ones are words that stand in any text, such as a dummy for a model that needs no key. */
const SHORTEST = 8;

const latin1Without = (text: string, secrets: Iterable<Buffer>): string =>
  [...secrets].reduce((hidden, secret) => hidden.replaceAll(secret.toString("latin1"), HIDDEN), text);

/** How many of the last bytes are the beginning of a secret, and not all of it. */
function longestBeginning(bytes: Buffer, secrets: Iterable<Buffer>): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, bytes.length); length > longest; length--) {
      if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) longest = length;
    }
  }
  return longest;
}
