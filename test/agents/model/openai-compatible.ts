import { openaiChat } from "./openai-chat.ts";
import type { Wire } from "./wire.ts";

/** Servers that people run themselves speak OpenAI's older format, at an address of their own and with their own errors. */
export const openaiCompatible: Wire = {
  ...openaiChat,
  name: "openai compatible",
  isAt: (path) => path === `${COMPATIBLE_AT}/chat/completions`,
  overflow: (tokens, window) => ({
    error: {
      message: `This model's maximum context length is ${window} tokens. However, your request has ${tokens} input tokens. Please reduce the length of the input messages.`,
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  }),
};

export const COMPATIBLE_AT = "/compatible/v1";
