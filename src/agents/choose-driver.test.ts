import { describe, expect, test } from "vitest";
import { aPerson } from "./a-session.testkit.ts";
import { openDriver, parseAgent } from "./choose-driver.ts";

describe("an agent", () => {
  test.each([
    ["command:./agent.sh", "command", "./agent.sh"],
    ["command: A=b:c claude -p ", "command", "A=b:c claude -p"],
    ["scripted:agents.yaml", "scripted", "agents.yaml"],
  ])("is named as %s", (text, driver, spec) => {
    expect(parseAgent(text)).toEqual({ driver, spec });
  });

  test("is not named in any other way", () => {
    const names = [
      "",
      "comand:./a.sh",
      "script:a.yaml",
      "claude-code",
      "./a.sh -p",
      "demo/a.yaml",
      "command:",
      "toString:x",
    ];
    expect(names.map(parseAgent)).toMatchInlineSnapshot(`
      [
        {
          "problem": "no agent is named; write \`command:PROGRAM\` for any program that reads its task from standard input, or \`scripted:FILE\` for a script",
        },
        {
          "problem": "no agent driver is called \`comand\`; did you mean \`command:./a.sh\`?",
        },
        {
          "problem": "no agent driver is called \`script\`; did you mean \`scripted:a.yaml\`?",
        },
        {
          "problem": "no agent driver is called \`claude-code\`; write \`command:PROGRAM\` for any program that reads its task from standard input, or \`scripted:FILE\` for a script",
        },
        {
          "problem": "no agent driver is called \`./a.sh -p\`; did you mean \`command:./a.sh -p\`?",
        },
        {
          "problem": "no agent driver is called \`demo/a.yaml\`; did you mean \`scripted:demo/a.yaml\`?",
        },
        {
          "problem": "\`command:\` needs something after it; write \`command:PROGRAM\` for any program that reads its task from standard input, or \`scripted:FILE\` for a script",
        },
        {
          "problem": "no agent driver is called \`toString\`; write \`command:PROGRAM\` for any program that reads its task from standard input, or \`scripted:FILE\` for a script",
        },
      ]
    `);
  });

  test("is opened by its driver", () => {
    const place = { cwd: "/", search: ["/usr/bin"], tree: "/nowhere", person: aPerson() };
    expect(openDriver({ driver: "command", spec: "/usr/bin/env true" }, place).name).toBe("env");
    expect(openDriver({ driver: "scripted", spec: "a.yaml" }, place).name).toBe("scripted");
    expect(() => openDriver({ driver: "toString", spec: "x" }, place)).toThrow("no agent driver is called `toString`");
  });
});
