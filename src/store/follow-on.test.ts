import { expect, test } from "vitest";
import type { Journal } from "../ports/store.ts";
import type { RunEvent } from "../record/run-event.ts";
import { followOn } from "./follow-on.ts";
import { StoreError } from "./store-error.ts";

const event = (seq: number): RunEvent => ({ run: "one", seq, at: "", type: "noted", step: null, told: "" });

/** One whose database is away after each event. */
function failing(error: unknown): Pick<Journal, "follow"> {
  return {
    async *follow(_run, after) {
      yield event(after + 1);
      throw error;
    },
  };
}

test("whoever follows a run hears what happens after an outage, and nothing twice", async () => {
  const end = new AbortController();
  const heard: number[] = [];
  for await (const { seq } of followOn(failing(new StoreError("unreachable", "away")), "one", 3, end.signal)) {
    heard.push(seq);
    if (seq === 5) end.abort();
  }
  expect(heard).toEqual([4, 5]);
});

test("what is no outage passes through", async () => {
  const following = followOn(failing(new TypeError("ours")), "one", 0, new AbortController().signal);
  await following.next();
  await expect(following.next()).rejects.toThrow("ours");
});
