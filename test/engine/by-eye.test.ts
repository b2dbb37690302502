import { expect, test } from "vitest";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

const SETUP =
  "workspace:\n  setup: mkdir -p tool && cp $(cat package-lock.json) tool/\n  lockfiles: [package-lock.json]\n  layers: [tool]\n";

test("a person may answer for work that nothing can be installed for, and the receipt says that nobody saw it pass", async () => {
  const hosted = await aHostedRun({
    plan: planWith([
      {
        contract: "test -e tool",
        more: "**on_fail:** escalate\n\n**files:**\n- change: `package-lock.json`\n- add: `one.txt`",
      },
    ]),
    files: {
      ".gitignore": "tool/\n",
      "planwright.config.yaml": SETUP,
      "package-lock.json": "a.txt\n",
    },
    command: "echo nothing.txt > package-lock.json; echo one > one.txt; exit 1\n",
  });
  expect((await hosted.goOn()).halt).toBe("waiting");
  await hosted.answer("accept");
  expect((await hosted.goOn()).halt).toBe("waiting");
  expect((await hosted.happened()).at(-2)).toBe("1: accepted by Ann");
  expect((await hosted.question()).over).toBe("final");
  const { predicate } = JSON.parse(hosted.git("show", "plan/words:.plan/receipts/01.json"));
  expect(predicate.planwright.accepted).toEqual({ by: "eye", person: "Ann" });
  expect(predicate.planwright.contracts[0].after).toMatchObject({
    state: "not-run",
    why: expect.stringContaining("could not be installed"),
  });
  expect(hosted.git("show", "plan/words:one.txt")).toBe("one");
});
