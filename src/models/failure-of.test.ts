import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { troubleOf } from "./failure-of.ts";
import { providerNamed } from "./providers.ts";

const place = { provider: providerNamed("openai"), name: "gpt-x", address: "https://api.openai.com/v1", key: "k-1234" };
const refusal = (statusCode: number, responseBody: string, message = "no") =>
  troubleOf(Object.assign(new Error(message), { statusCode, responseBody, responseHeaders: {} }), place);

/** As the providers write them. */
test.each([
  [400, '{"error":{"message":"prompt is too long: 214315 tokens > 200000 maximum"}}', "too-long"],
  [
    400,
    '{"error":{"message":"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"}}',
    "too-long",
  ],
  [400, '{"error":{"code":"context_length_exceeded"}}', "too-long"],
  [400, '{"error":{"message":"Your input exceeds the context window of this model."}}', "too-long"],
  [
    400,
    '{"error":{"message":"The input token count (1189000) exceeds the maximum number of tokens allowed"}}',
    "too-long",
  ],
  [400, `{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000"}`, "too-long"],
  [400, '{"error":"the request exceeds the available context size"}', "too-long"],
  [413, "<html>Request Entity Too Large</html>", "too-long"],
  [
    400,
    '{"error":{"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}',
    "wrong-key",
  ],
  [403, '{"error":{"message":"region not supported"}}', "wrong-key"],
  [404, '{"error":{"message":"model \\"x\\" not found, try pulling it first"}}', "no-such-model"],
  [400, '{"error":{"code":"model_not_found"}}', "no-such-model"],
  [429, '{"error":{"code":"insufficient_quota"}}', "no-credit"],
  [400, '{"error":{"message":"Your credit balance is too low to access the Anthropic API."}}', "no-credit"],
  [429, "{}", "rate-limited"],
  [503, "", "overloaded"],
  [529, "{}", "overloaded"],
  [400, "{}", "refused"],
])("%i with %s is %s", (status, body, failure) => {
  expect(refusal(status, body).failure).toBe(failure);
});

describe("its words", () => {
  test("say who, what, and what to do", () => {
    expect(refusal(401, "{}", "Incorrect API key provided: k-1234.").why).toBe(
      "OpenAI does not accept the key in OPENAI_API_KEY (Incorrect API key provided: ….)",
    );
    expect(refusal(404, "{}", "no such model").why).toBe(
      "OpenAI has no model `gpt-x` at https://api.openai.com/v1 (no such model)",
    );
  });

  test("are one short line, whatever the provider sends", () => {
    const { why } = refusal(400, "", `a\n\u001b[2J${"b".repeat(100_000)}`);
    expect(why.length).toBeLessThan(400);
    expect(why).not.toMatch(/\p{Cc}/u);
  });
});

describe("what cannot be reached", () => {
  const unreached = async (address: string) =>
    troubleOf(await fetch(address).then(String, (error: unknown) => error), { ...place, address });

  test("because nothing listens is asked again", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await new Promise((resolve) => server.close(resolve));
    const why = `OpenAI cannot be reached at ${address}: nothing listens there`;
    expect(await unreached(address)).toMatchObject({ failure: "unreachable", why, isWorthAnother: true });
  });

  test("at a port that no client may use is not", async () => {
    const why = "OpenAI cannot be reached at http://127.0.0.1:9/: the connection failed (bad port)";
    expect(await unreached("http://127.0.0.1:9/")).toMatchObject({
      failure: "unreachable",
      why,
      isWorthAnother: false,
    });
  });

  test("because it does not speak TLS is not", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await unreached(`https://127.0.0.1:${port}/`)).toMatchObject({
      failure: "unreachable",
      isWorthAnother: false,
    });
  });

  test("because its name is nobody's", async () => {
    expect(await unreached("http://nobody.invalid/")).toMatchObject({ failure: "unreachable" });
  });
});
