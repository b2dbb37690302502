import { expect, test } from "vitest";
import { openedOnce } from "./opened-once.ts";

/** Opens things under their names, and says what has happened to them. */
function things() {
  const happened: string[] = [];
  const opened = openedOnce();
  const get = (name: string) =>
    opened.get(name, async () => {
      happened.push(`open ${name}`);
      return { it: name, close: async () => void happened.push(`close ${name}`) };
    });
  return { opened, get, happened };
}

test("a thing is opened when it is first asked for, and only once, also by two at the same moment", async () => {
  const { get, happened } = things();
  expect(happened).toEqual([]);
  expect(await Promise.all([get("a"), get("a")])).toEqual(["a", "a"]);
  expect(await get("a")).toBe("a");
  expect(happened).toEqual(["open a"]);
});

test("all things are closed once, the last one first", async () => {
  const { opened, get, happened } = things();
  await get("a");
  await get("b");
  await opened.close();
  await opened.close();
  expect(happened).toEqual(["open a", "open b", "close b", "close a"]);
});

test("what is just being opened is closed, too", async () => {
  const { opened, get, happened } = things();
  void get("a");
  await opened.close();
  expect(happened).toEqual(["open a", "close a"]);
});

test("what failed to open is tried again, and is not closed", async () => {
  const opened = openedOnce();
  const failing = opened.get("a", () => Promise.reject(new Error("not yet")));
  await expect(failing).rejects.toThrow("not yet");
  expect(await opened.get("a", async () => ({ it: 1, close: async () => {} }))).toBe(1);
});

test("one that cannot be closed leaves no other open", async () => {
  const { opened, get, happened } = things();
  await get("a");
  await opened.get("b", async () => ({ it: "b", close: () => Promise.reject(new Error("stuck")) }));
  await expect(opened.close()).rejects.toThrow("stuck");
  expect(happened).toEqual(["open a", "close a"]);
});
