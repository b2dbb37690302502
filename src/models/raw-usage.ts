/** What providers count while they still speak. `input` is what was read anew. */
export type RawUsage = { input: number; cachedRead: number; cachedWrite: number; output: number };

/** Anthropic counts at the start and at the end, Google with every piece; the others only at the end. */
export function usageInRaw(event: unknown, before: RawUsage | null): RawUsage | null {
  if (typeof event !== "object" || event === null) return before;
  const { message, usage, usageMetadata } = event as AnyEvent;
  if (usageMetadata) return fromGoogle(usageMetadata);
  const counted = message?.usage ?? usage;
  return counted ? fromAnthropic(counted, before) : before;
}

type Counts = Readonly<Record<string, unknown>>;
type AnyEvent = { message?: { usage?: Counts }; usage?: Counts; usageMetadata?: Counts };

/** Its last event repeats only some of them. */
const fromAnthropic = (counts: Counts, before: RawUsage | null): RawUsage => ({
  input: numberIn(counts.input_tokens) ?? before?.input ?? 0,
  cachedRead: numberIn(counts.cache_read_input_tokens) ?? before?.cachedRead ?? 0,
  cachedWrite: numberIn(counts.cache_creation_input_tokens) ?? before?.cachedWrite ?? 0,
  output: numberIn(counts.output_tokens) ?? before?.output ?? 0,
});

function fromGoogle(counts: Counts): RawUsage {
  const cachedRead = numberIn(counts.cachedContentTokenCount) ?? 0;
  return {
    input: Math.max(0, (numberIn(counts.promptTokenCount) ?? 0) - cachedRead),
    cachedRead,
    cachedWrite: 0,
    output: (numberIn(counts.candidatesTokenCount) ?? 0) + (numberIn(counts.thoughtsTokenCount) ?? 0),
  };
}

const numberIn = (value: unknown): number | null => (typeof value === "number" && value >= 0 ? value : null);
