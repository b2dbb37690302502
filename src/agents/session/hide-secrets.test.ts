import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../ports/agent.ts";
import { secretHider } from "./hide-secrets.ts";

const SECRET = "sk-secret-123";
const ENDED: AgentEvent = { type: "ended", reason: "finished", text: "", question: null, usage: [] };

const hiding = (...events: AgentEvent[]): AgentEvent[] => {
  const hider = secretHider();
  hider.learn({ KEY: SECRET, OTHER: "sk-öther-456", SHORT: "dummy" });
  return [...events, ENDED].flatMap(hider.hide);
};

const printed = (events: readonly AgentEvent[], of: "stdout" | "stderr" = "stdout"): string =>
  Buffer.concat(
    events.flatMap((each) => (each.type === "output" && each.stream === of ? [each.bytes] : [])),
  ).toString();

const output = (text: string | Buffer, stream: "stdout" | "stderr" = "stdout"): AgentEvent => ({
  type: "output",
  stream,
  bytes: Buffer.from(text),
});

test("nothing that an agent says has its key", () => {
  const said = hiding(
    output(`the key is ${SECRET}, and ${SECRET}\n`),
    { type: "doing", told: `echo ${SECRET}` },
    { type: "tool", id: "1", told: `run ${SECRET}`, state: "done", paths: [`/a/${SECRET}`], diff: `+${SECRET}` },
    {
      ...{ type: "ended", reason: "asked", text: `use ${SECRET}?`, question: `use ${SECRET}?`, usage: [] },
      asks: {
        ...{ question: `use ${SECRET}?`, context: `it is ${SECRET}`, severity: null },
        choices: [{ label: `with ${SECRET}`, value: SECRET, description: `-k ${SECRET}`, isDefault: false }],
      },
    },
  );
  expect(JSON.stringify(said)).not.toContain(SECRET);
  expect(printed(said)).toBe("the key is [secret], and [secret]\n");
  expect(said).toContainEqual({ type: "doing", told: "echo [secret]" });
});

test("a key is found however the output is cut into pieces, and nothing else is changed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(SECRET, "sk-öther-456", "sk-", "secret", "\n", "ö", "dummy", "sk-secret-12"), {
        maxLength: 12,
      }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
      (parts, cuts) => {
        const bytes = Buffer.from(parts.join(""));
        const pieces: AgentEvent[] = [];
        for (let from = 0, turn = 0; from < bytes.length; turn++) {
          const length = cuts[turn % cuts.length] ?? 1;
          pieces.push(output(bytes.subarray(from, from + length)));
          from += length;
        }
        const wanted = parts.join("").replaceAll(SECRET, "[secret]").replaceAll("sk-öther-456", "[secret]");
        expect(printed(hiding(...pieces))).toBe(wanted);
      },
    ),
  );
});

test("the two streams are looked at by themselves", () => {
  const said = hiding(output("sk-secret"), output("-123", "stderr"), output("-123"));
  expect([printed(said), printed(said, "stderr")]).toEqual(["[secret]", "-123"]);
});

test("without secrets every event passes as it is", () => {
  const hider = secretHider();
  const event = output(`no ${SECRET}`);
  expect(hider.hide(event)).toEqual([event]);
});
