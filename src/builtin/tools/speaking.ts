import { MOST_CHOICES, SEVERITIES } from "../../agents/session/asked-question.ts";
import { inputSchema, TEXT } from "./schema.ts";
import { told } from "./told.ts";
import type { BuiltinTool } from "./tool.ts";

// Both end the turn, and are answered by the loop itself: no hands are needed to speak.
const SPEAKING = { readOnly: true, kind: "think", severity: "low", modes: ["act", "plan"], paths: () => [] } as const;

export const abort: BuiltinTool = {
  ...SPEAKING,
  name: "abort",
  description: "Give up, honestly: the task cannot be done as it is specified.",
  schema: inputSchema({ reason: TEXT }),
  told: ({ reason }) => `gives up: ${told(reason)}`,
};

export const askPerson: BuiltinTool = {
  ...SPEAKING,
  name: "ask_person",
  description: "Ask what only a person can decide. Ends your turn; the answer begins the next.",
  schema: inputSchema({
    question: TEXT,
    "context?": TEXT,
    "severity?": { type: "string", enum: SEVERITIES },
    "options?": {
      type: "array",
      items: inputSchema({ label: TEXT, value: TEXT, "description?": TEXT }),
      maxItems: MOST_CHOICES,
    },
    "default?": { type: "string", description: "the value of an option" },
  }),
  told: ({ question }) => `asks: ${told(question)}`,
};
