import { describe, expect, test } from "vitest";
import { printModelRef, readModelRef, unknownProvider } from "./model-ref.ts";

describe("a model's name", () => {
  test.each(["anthropic/claude-sonnet-5", "ollama/qwen3-coder:30b", "groq/openai/gpt-oss-120b"])(
    "%s is read and printed",
    (text) => {
      const read = readModelRef(text);
      expect(read.ok && printModelRef(read.ref)).toBe(text);
    },
  );

  test.each([
    "",
    "/",
    "anthropic/",
    "/x",
    "an thropic/x",
    "anthropic/x y",
    "anthropic/../x?",
    "google/../x",
    "google/a/./../x",
    "ü/x",
    `a/${"x".repeat(300)}`,
  ])("`%s` is none", (text) => {
    expect(readModelRef(text)).toMatchObject({
      ok: false,
      cause: expect.stringContaining("is not the name of a model"),
    });
  });

  test("shows no control characters of what was given", () => {
    const read = readModelRef("a\u001b[31m/x");
    expect(!read.ok && read.cause).toBe("`a␛[31m/x` is not the name of a model");
  });

  test("without a provider is refused with the one that serves it", () => {
    expect(readModelRef("gpt-4.1", ["openai/gpt-4.1"])).toEqual({
      ok: false,
      cause: "`gpt-4.1` does not say who serves it",
      remedy: "write `openai/gpt-4.1`",
    });
    expect(readModelRef("anthropic")).toMatchObject({ remedy: expect.stringContaining("is a provider") });
  });

  test("of a provider that is mistyped is refused with the one that was meant", () => {
    expect(unknownProvider({ provider: "antropic", name: "x" }, "ANTROPIC_BASE_URL").remedy).toMatch(
      /^did you mean `anthropic\/x`\? Otherwise give its address: .*, or in ANTROPIC_BASE_URL/,
    );
    expect(unknownProvider({ provider: "somebody", name: "x" }, "SOMEBODY_BASE_URL").remedy).toMatch(
      /^give its address/,
    );
  });
});
