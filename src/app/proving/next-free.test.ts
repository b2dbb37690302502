import { expect, test } from "vitest";
import { nextFree } from "./next-free.ts";

test("what is in use by all others is waited for, and a person hears of it once", async () => {
  const free = [null, null, "a proof tree"];
  const told: string[] = [];
  expect(await nextFree(() => free.shift() ?? null, { onLine: (line) => told.push(line) })).toBe("a proof tree");
  expect(told).toHaveLength(1);
});

test("the waiting ends when the person wants no more", async () => {
  const waiting = nextFree(() => null, { signal: AbortSignal.timeout(150) });
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
