import { expect, onTestFinished, test } from "vitest";
import { main } from "./main.ts";

test("a fault of our own has a status of its own, and is told from a plan that has failed", async () => {
  const said: string[] = [];
  const { stdout, stderr } = process;
  const before = [stdout.write, stderr.write] as const;
  onTestFinished(() => {
    [stdout.write, stderr.write] = before;
  });
  stdout.write = () => {
    throw new TypeError("write is no function");
  };
  stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  expect(await main(["--version"])).toBe(70);
  expect(said).toEqual([
    "planwright: write is no function (this is a fault of Planwright's own; --debug shows where)\n",
  ]);
});
