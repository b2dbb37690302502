import { expect, test } from "vitest";
import type { OutputChunk } from "../../ports/sandbox.ts";
import { type Incoming, messagesIn } from "./messages-in.ts";

const chunk = (text: string, stream: OutputChunk["stream"] = "stdout"): OutputChunk => ({
  ...{ stream, bytes: Buffer.from(text) },
});

async function read(chunks: readonly OutputChunk[]): Promise<Incoming[]> {
  const found: Incoming[] = [];
  for await (const message of messagesIn(
    (async function* () {
      yield* chunks;
    })(),
  )) {
    found.push(message);
  }
  return found;
}

test("finds messages wherever the program's output was cut", async () => {
  const text = [
    '{"jsonrpc":"2.0","id":7,"method":"ask","params":{"é":1}}',
    '{"method":"tell"}',
    "",
    '{"id":"x","result":null}\r',
    '{"id":1,"error":{"code":-1}}',
    "",
  ].join("\n");
  const expected: Incoming[] = [
    { is: "request", id: 7, method: "ask", params: { é: 1 } },
    { is: "notification", method: "tell", params: undefined },
    { is: "response", id: "x", result: null, error: undefined },
    { is: "response", id: 1, result: undefined, error: { code: -1 } },
  ];
  expect(await read([chunk(text)])).toEqual(expected);
  const singly = [...Buffer.from(text)].map((byte) => ({ stream: "stdout", bytes: Buffer.from([byte]) }) as const);
  expect(await read(singly)).toEqual(expected);
});

test.each(["hello", "[]", "null", '"text"', "{}", '{"id":1}', '{"id":null,"result":1}', '{"id":{},"result":1}', "{"])(
  "takes %s for no message",
  async (line) => {
    expect(await read([chunk(`${line}\n`)])).toEqual([{ is: "noise", bytes: Buffer.from(`${line}\n`) }]);
  },
);

test("keeps standard error apart, in the order of arrival", async () => {
  const found = await read([chunk('{"method":'), chunk("oh", "stderr"), chunk('"a"}\nrest')]);
  expect(found.map(({ is }) => is)).toEqual(["stderr", "notification", "noise"]);
});

test("says when a line is too long to be a message, before its end has come", async () => {
  const large = chunk("x".repeat(1 << 20));
  const found = await read(Array.from({ length: 17 }, () => large));
  expect(found[0]).toEqual({ is: "torrent" });
});

test("reads nothing before somebody asks for it", async () => {
  let given = 0;
  async function* flood(): AsyncGenerator<OutputChunk> {
    for (;;) {
      given += 1;
      yield chunk('{"method":"a"}\n{"method":"b"}\n');
    }
  }
  const messages = messagesIn(flood());
  await messages.next();
  await messages.next();
  expect(given).toBe(1);
  await messages.next();
  expect(given).toBe(2);
});
