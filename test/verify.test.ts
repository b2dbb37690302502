import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifyPaths } from "../src/app/plans/verify.ts";
import { planwright } from "./cli.ts";
import { stepsPlan } from "./plans.ts";
import { prerequisite } from "./prerequisite.ts";
import { tempFolder } from "./temp-folder.ts";

const good = stepsPlan({}, { lines: ["**depends_on:** 1"] });
const fixable = stepsPlan({ contract: "npm test || true", lines: ["**work_timout:** 5m"] });

describe("planwright verify", () => {
  test("says nothing about a good plan and exits 0", () => {
    const folder = folderWith({ "plan.md": good });
    expect(planwright(["verify", "plan.md"], folder)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(planwright(["verify", "plan.md", "--format", "pretty"], folder).stdout).toBe(
      "plan.md: 2 steps, nothing to report\n",
    );
  });

  test("looks for files in the repository where it runs, for a plan that lies in none", () => {
    const plan = stepsPlan({ lines: ["**subscriptions:** file:docs/api.md"] });
    const [repository, elsewhere] = [folderWith({ "docs/api.md": "here\n" }), folderWith({ "plan.md": plan })];
    mkdirSync(join(repository, ".git"));
    const named = join(elsewhere, "plan.md");
    expect(planwright(["verify", named], elsewhere)).toMatchObject({ stdout: expect.stringContaining("[PW401]") });
    expect(planwright(["verify", named], repository)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("prints one line per problem when piped and exits 1", () => {
    const folder = folderWith({ "plan.md": fixable });
    const { status, stdout } = planwright(["verify", "plan.md"], folder);
    expect(status).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "plan.md:14:3: error: there is no field \`work_timout\` here [PW104]
      plan.md:21:10: error: \`|| true\` turns every failure into a success [PW302]
      "
    `);
  });

  test("prints JSON that names every plan and every problem", () => {
    const folder = folderWith({ "plan.md": fixable });
    const { diagnostics, plans } = JSON.parse(planwright(["verify", "plan.md", "--format", "json"], folder).stdout);
    expect(plans).toEqual([{ path: "plan.md", dialect: "steps", steps: 1, status: "draft" }]);
    expect(diagnostics).toHaveLength(2);
    for (const diagnostic of diagnostics) {
      expect(diagnostic).toMatchObject({
        code: expect.stringMatching(/^PW\d{3}$/),
        severity: "error",
        file: "plan.md",
        line: expect.any(Number),
        column: expect.any(Number),
        endLine: expect.any(Number),
        endColumn: expect.any(Number),
        message: expect.any(String),
        help: expect.any(String),
        fix: { title: expect.any(String), edits: [expect.objectContaining({ file: "plan.md" })] },
      });
    }
  });

  test("counts a missing tool as a warning, and as an error with --strict", () => {
    const folder = folderWith({ "plan.md": stepsPlan({ contract: "no-such-tool-anywhere --check" }) });
    expect(planwright(["verify", "plan.md"], folder)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("warning:"),
    });
    expect(planwright(["verify", "plan.md", "--strict"], folder)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("error:"),
    });
  });

  test("finds the plan of a folder, of a repository and of an overview", () => {
    const overview = "## What\n\nA thing.\n\n## Verification\n\nCommand: `test -s a.md`\n";
    const folder = folderWith({ "repository/.plan/overview.md": overview, "alone/plan.md": good });
    for (const path of ["repository", "repository/.plan", "repository/.plan/overview.md"]) {
      const { plans } = JSON.parse(planwright(["verify", path, "--format", "json"], folder).stdout);
      expect(plans).toEqual([{ path: "repository/.plan", dialect: "branch", steps: 1, status: "draft" }]);
    }
    expect(planwright(["verify", "alone", "--format", "pretty"], folder).stdout).toContain("alone/plan.md: 2 steps");
    const named = ["repository", "repository/.plan", "./repository", "repository/.plan/overview.md"];
    expect(JSON.parse(planwright(["verify", ...named, "--format", "json"], folder).stdout).plans).toHaveLength(1);
  });
});

describe("what a wrong command line gets", () => {
  test.each([
    [["verify", "nowhere.md"], "planwright: nowhere.md: no such file or folder\n"],
    [
      ["verify", "."],
      "planwright: .: no plan in this folder (looked for .plan/, overview.md, plan.md and plan.json)\n",
    ],
    [["verify"], "planwright: missing required argument 'path'\n"],
    [["verify", "plan.md", "--formt", "json"], "planwright: unknown option '--formt' (Did you mean --format?)\n"],
    [
      ["verify", "plan.md", "--format", "xml"],
      "planwright: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github, unix.\n",
    ],
    [["verfy"], "planwright: unknown command 'verfy' (Did you mean verify?)\n"],
    [["verfy", "--help"], "planwright: unknown command 'verfy' (Did you mean verify?)\n"],
    [["--help", "nosuch"], "planwright: unknown command 'nosuch'\n"],
    [["help", "nosuch"], "planwright: unknown command 'nosuch'\n"],
    [["topic", "nosuch", "-h"], "planwright: unknown command 'nosuch'\n"],
    [["plan", "nosuch"], "planwright: unknown command 'nosuch'\n"],
    [
      ["explain", "contract-cannot-fial"],
      "planwright: there is no diagnostic contract-cannot-fial; did you mean contract-cannot-fail?\n",
    ],
    [["explain", "PW999"], "planwright: there is no diagnostic PW999; `planwright explain` lists them all\n"],
    [["verify", "/dev/null"], "planwright: /dev/null: not a file\n"],
  ])("%j ends in exit 2 with one line", (args, line) => {
    expect(planwright(args, folderWith({ "notes.txt": "" }))).toEqual({ status: 2, stdout: "", stderr: line });
  });

  test("a link that leads nowhere, or round in a circle, is named with the reason", () => {
    const folder = tempFolder();
    symlinkSync("nowhere.md", join(folder, "dangling.md"));
    symlinkSync("circle.md", join(folder, "circle.md"));
    for (const [name, reason] of [
      ["dangling.md", "no such file or folder"],
      ["circle.md", "too many symbolic links"],
    ] as const) {
      expect(planwright(["verify", name], folder)).toEqual({
        status: 2,
        stdout: "",
        stderr: `planwright: ${name}: ${reason}\n`,
      });
    }
  });
});

describe("what a terminal is shown", () => {
  test("a path with escape sequences is spelled out", () => {
    const { stderr } = planwright(["verify", "no\u001b[31mwhere.md"], tempFolder());
    expect(stderr).toBe("planwright: no␛[31mwhere.md: no such file or folder\n");
  });

  test("JSON holds no character that a terminal would obey", () => {
    const plan = good.replace("retry(1), then escalate", "later \u202e\u009b31m");
    const { stdout } = planwright(["verify", "plan.md", "--format", "json"], folderWith({ "plan.md": plan }));
    expect(JSON.parse(stdout).diagnostics[0].message).toContain("\u202e\u009b31m");
    expect(stdout).not.toMatch(/[\u007f-\u009f\u202a-\u202e]/);
  });

  test("output that cannot be written ends in one line and exit 2, and a reader who leaves in silence", (context) => {
    prerequisite("/dev/full", existsSync("/dev/full"), "a Linux machine")(context);
    const folder = folderWith({ "plan.md": fixable });
    const run = (command: string) => spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    const verify = `'${resolve("bin/planwright")}' verify plan.md`;
    const full = run(`${verify} > /dev/full`);
    expect({ status: full.status, stderr: full.stderr }).toEqual({
      status: 2,
      stderr: "planwright: the output cannot be written: ENOSPC\n",
    });
    expect(run(`${verify} | true`).stderr).toBe("");
  });
});

describe("what bad input gets", () => {
  test.each([
    ["an empty file", ""],
    ["one byte", Buffer.from([0xff])],
    ["only a byte order mark", "\uFEFF"],
    ["NUL bytes", "---\ntype: plan\n---\n# A\0B\n"],
    ["a frontmatter that never ends", "---\ntype: plan\n"],
    ["YAML that is not YAML", "---\n: : [\n---\n# A\n"],
    ["an alias bomb", `---\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n---\n# A\n`],
    ["a value nested ten thousand deep", `---\na: ${"[".repeat(10_000)}\n---\n# A\n`],
    ["ten thousand quotes", `---\ntype: plan\n---\n# A\n${">".repeat(10_000)} x\n`],
    ["a document that is no plan", "# Shopping\n\n- milk\n"],
    ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80])],
    ["UTF-16", Buffer.from("\uFEFF---\ntype: plan\n---\n", "utf16le")],
  ])("%s ends in diagnostics with positions and exit 1", (_, content) => {
    const folder = folderWith({ "plan.md": content });
    const { status, stdout, stderr } = planwright(["verify", "plan.md"], folder);
    expect(stderr).toBe("");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^(?:plan\.md:\d+:\d+: (?:error|warning): .+ \[PW\d{3}\]\n)+$/);
  });

  test("any bytes at all end in diagnostics, and never in an exception", () => {
    const folder = tempFolder();
    const path = join(folder, "plan.md");
    const head = "---\ntype: plan\nstatus: draft\nowner: x\n---\n# T\n\n## Steps\n\n### 1. A\n\n";
    fc.assert(
      fc.property(fc.boolean(), fc.uint8Array({ maxLength: 400 }), (hasHead, bytes) => {
        writeFileSync(path, Buffer.concat([Buffer.from(hasHead ? head : ""), bytes]));
        const { diagnostics, sources } = verifyPaths([path]);
        if (!hasHead) expect(diagnostics.length).toBeGreaterThan(0);
        for (const { span } of diagnostics) {
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(sources[0]?.text.length ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test("a file in UTF-16 is told so once", () => {
  const folder = folderWith({ "plan.md": Buffer.from(`\uFEFF${good}`, "utf16le") });
  expect(planwright(["verify", "plan.md"], folder).stdout).toBe("plan.md:1:1: error: this file is UTF-16 [PW101]\n");
});

test("a file of a plan folder that is almost called like a task is not skipped", () => {
  const overview = "## What\n\nA thing.\n\n## Verification\n\nCommand: `test -s a.md`\n";
  const folder = folderWith({ ".plan/overview.md": overview, ".plan/task-03.txt": "", ".plan/NOTES.MD": "" });
  expect(planwright(["verify", "."], folder).stdout.match(/\[PW120\]/g)).toHaveLength(2);
});

describe("planwright verify --fix", () => {
  test("repairs what is certain, reports the rest and leaves no other trace", () => {
    const folder = folderWith({ "plan.md": fixable });
    const { status, stderr } = planwright(["verify", "plan.md", "--fix"], folder);
    expect(status).toBe(0);
    expect(stderr).toContain("2 fixes in 1 file");
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe(
      stepsPlan({ contract: "npm test", lines: ["**work_timeout:** 5m"] }),
    );
    expect(readdirSync(folder)).toEqual(["plan.md"]);
  });

  test("keeps CRLF, the byte order mark, the mode and the link", () => {
    const folder = folderWith({ "real.md": `\uFEFF${fixable.replaceAll("\n", "\r\n")}` });
    chmodSync(join(folder, "real.md"), 0o640);
    symlinkSync("real.md", join(folder, "plan.md"));
    planwright(["verify", "plan.md", "--fix"], folder);
    const text = readFileSync(join(folder, "real.md"), "utf8");
    expect(text).toContain("**work_timeout:** 5m\r\n");
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(statSync(join(folder, "real.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(["plan.md", "real.md"]);
  });

  test("does not touch a file it cannot decode", () => {
    const bytes = Buffer.concat([Buffer.from(fixable), Buffer.from([0xff])]);
    const folder = folderWith({ "plan.md": bytes });
    expect(planwright(["verify", "plan.md", "--fix"], folder).status).toBe(1);
    expect(readFileSync(join(folder, "plan.md")).equals(bytes)).toBe(true);
  });

  test("writes the whole file or nothing, also when the disk ends in the middle", () => {
    const long = stepsPlan(...Array.from({ length: 40 }, () => ({ contract: "npm test || true" })));
    const folder = folderWith({ "plan.md": long });
    const command = `ulimit -f 4; trap '' XFSZ; exec '${resolve("bin/planwright")}' verify plan.md --fix`;
    const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "planwright: plan.md: the file would be larger than allowed\n",
    });
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe(long);
    expect(readdirSync(folder)).toEqual(["plan.md"]);
  });

  test("does not rewrite what a finished step was proven by", () => {
    const finished = stepsPlan({ title: "✅ A step", contract: "npm test || true" });
    const folder = folderWith({ "plan.md": finished });
    const { status, stderr } = planwright(["verify", "plan.md", "--fix"], folder);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "nothing to fix\n" });
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe(finished);
  });

  test("leaves a read-only file alone", () => {
    const folder = folderWith({ "plan.md": fixable });
    chmodSync(join(folder, "plan.md"), 0o444);
    const { status, stderr } = planwright(["verify", "plan.md", "--fix"], folder);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "planwright: plan.md: the file is read-only, so it was not fixed\n",
    });
    expect(readFileSync(join(folder, "plan.md"), "utf8")).toBe(fixable);
  });

  test("has nothing to do the second time", () => {
    const folder = folderWith({ "plan.md": fixable });
    planwright(["verify", "plan.md", "--fix"], folder);
    expect(planwright(["verify", "plan.md", "--fix"], folder).stderr).toBe("nothing to fix\n");
  });
});

describe("a field in the wrong place", () => {
  const withField = (frontmatter: string, inStep: string): string =>
    `---\ntype: plan\nstatus: draft\nowner: me\n${frontmatter}---\n\n# A\n\n## Steps\n\n### 1. B\n\n**target:** coder\n${inStep}\n**task:**\nWrite it down.\n\n**contract:**\n\`\`\`shell\ntest -s b.txt\n\`\`\`\nexit_code == 0\n`;

  test.each([
    ["priority: high\n", "", "write it below the title: `**priority:** …`"],
    ["protected_areas: [a]\n", "", "write it below the title: `**protected areas:** …`"],
    ["contract: npm test\n", "", "write it in a step: `**contract:** …`"],
    ["", "\n**priority:** high\n", "write it below the title: `**priority:** …`"],
    ["colour: red\n", "", "fields that exist here: type, status, owner"],
  ])("%j %j is told where it is written", (frontmatter, inStep, help) => {
    const folder = folderWith({ "plan.md": withField(frontmatter, inStep) });
    const { status, stdout } = planwright(["verify", "plan.md"], folder, { COLUMNS: "200" });
    expect([status, stdout.match(/PW\d+/g)]).toEqual([1, ["PW104"]]);
    const json = JSON.parse(planwright(["verify", "plan.md", "--json"], folder).stdout);
    expect(json.diagnostics[0].help).toContain(help);
  });
});

describe("planwright explain", () => {
  test("prints the page of a code, in any case", () => {
    expect(planwright(["explain", "pw108"]).stdout).toBe(readFileSync("docs/rules/PW108.md", "utf8"));
  });

  test("finds the page by the name of the diagnostic, too", () => {
    for (const name of ["contract-cannot-fail", "Contract cannot fail"]) {
      expect(planwright(["explain", name]).stdout).toBe(readFileSync("docs/rules/PW302.md", "utf8"));
    }
  });

  test("lists every code without one", () => {
    const { status, stdout } = planwright(["explain"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^PW101 {2}unreadable-text +A plan file holds bytes that are not text\.\n/);
  });
});

describe("formats for other programs", () => {
  test("github prints a workflow command for each problem", () => {
    const { status, stdout } = planwright(
      ["verify", "./plan.md", "--format", "github"],
      folderWith({ "plan.md": fixable }),
    );
    expect(status).toBe(1);
    expect(stdout.replace(/(?<=title=PW\d+)::.*$/gm, "::…")).toBe(
      "::error file=plan.md,line=14,col=3,endLine=14,endColumn=14,title=PW104::…\n" +
        "::error file=plan.md,line=21,col=10,endLine=21,endColumn=17,title=PW302::…\n",
    );
  });

  test("sarif describes every rule and every problem", () => {
    const { status, stdout } = planwright(
      ["verify", "plan.md", "--format", "sarif"],
      folderWith({ "plan.md": fixable }),
    );
    expect(status).toBe(1);
    const { version, runs } = JSON.parse(stdout);
    expect(version).toBe("2.1.0");
    expect(runs[0].tool.driver.version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    expect(runs[0].results.map((result: { ruleId: string }) => result.ruleId)).toEqual(["PW104", "PW302"]);
    for (const { ruleId, ruleIndex } of runs[0].results) expect(runs[0].tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  test("a good plan gives an empty run, and github nothing", () => {
    const folder = folderWith({ "plan.md": good });
    const sarif = planwright(["verify", "plan.md", "--format", "sarif"], folder);
    expect({ status: sarif.status, results: JSON.parse(sarif.stdout).runs[0].results }).toEqual({
      status: 0,
      results: [],
    });
    expect(planwright(["verify", "plan.md", "--format", "github"], folder)).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });
});

test("a secret is printed in no format, also where another problem quotes its line", () => {
  const secret = `ghp_${"Q7NotReal0Zr4Lm8Wt2Kx9Vb3Nc6Hd1Gs5Q7"}`;
  const plan = stepsPlan({ contract: `no-such-tool-${secret} && frobnicate ${secret} || true` });
  const folder = folderWith({ "plan.md": plan.replace("retry(1), then escalate", `later ${secret}`) });
  for (const format of ["pretty", "json", "sarif", "github", "unix"]) {
    const { stdout } = planwright(["verify", "plan.md", "--format", format], folder);
    expect(stdout).toContain("PW506");
    expect(stdout).toContain("PW302");
    expect(stdout).not.toContain(secret.slice(0, 12));
  }
});

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
