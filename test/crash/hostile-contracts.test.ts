import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ACheckout,
  aCheckout,
  check,
  conclusions,
  fingerprintOf,
  leftBehind,
  planOf,
  withMounts,
  write,
} from "../a-checkout.ts";
import { prerequisite } from "../prerequisite.ts";

type Told = ReturnType<typeof conclusions>[number];

/** Checks one step per contract. The checkout stays as it is to the byte, and nothing is left of the runs. */
function judged(
  contracts: readonly string[],
  { settings = "**timeout:** 30 seconds\n", checkout = aCheckout() } = {},
): Told[] {
  write(checkout.top, { "plan.md": planOf(contracts, settings) });
  const before = fingerprintOf(checkout.top);
  const run = check(checkout, ["--json"]);
  expect(run.stderr).toBe("");
  expect(fingerprintOf(checkout.top)).toBe(before);
  expect(leftBehind(checkout)).toEqual([]);
  return conclusions(run);
}

const only = (contract: string, options: { settings?: string; checkout?: ACheckout } = {}): Told => {
  const [told] = judged([contract], options);
  if (!told) throw new Error("no step was checked");
  return told;
};

describe("output", () => {
  test("a gigabyte of it ends the run", () => {
    const { conclusion, headline } = only("head -c 1G /dev/zero | tr '\\0' 'x'");
    expect({ conclusion, headline }).toEqual({
      conclusion: "failing",
      headline: expect.stringMatching(/output|printed/),
    });
  });

  test("binary, without a line break, no UTF-8, in one line of 10 MB, with ANSI codes", () => {
    const told = judged([
      "head -c 100000 /dev/urandom; exit 3",
      "printf 'no line break'; exit 3",
      "printf 'caf\\xe9 \\xff\\xfe\\n'; exit 3",
      "head -c 10M /dev/zero | tr '\\0' 'x'; exit 3",
      "printf '\\033[2J\\033[31mred\\033]0;title\\007\\n'; exit 3",
    ]);
    for (const { conclusion, headline, details } of told) {
      expect(conclusion).toBe("failing");
      expect(headline).toContain("exit status 3");
      // For people: short enough to read, and nothing in it that a terminal would obey.
      expect(headline.length + details.length).toBeLessThan(20_000);
    }
    expect(told[1]?.headline + (told[1]?.details ?? "")).toContain("no line break");
  });

  test("a terminal is sent no control characters", () => {
    const checkout = aCheckout(["printf '\\033[2J\\033[31mred\\033]0;title\\007\\n'; exit 3"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(check(checkout).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test("a program that closes its output and goes on is waited for", () => {
    expect(only("exec >&- 2>&-; sleep 0.5; grep -q new a.txt").conclusion).toBe("proven");
    expect(only("exec >&- 2>&-; sleep 0.5; exit 4").headline).toContain("exit status 4");
  });
});

describe("ends", () => {
  test("every exit status is told as it is", () => {
    const codes = [1, 2, 3, 42, 77, 100, 125, 128, 200, 254, 255];
    const told = judged(codes.map((code) => `exit ${code}`));
    expect(told.map(({ conclusion }) => conclusion)).toEqual(codes.map(() => "failing"));
    for (const [index, code] of codes.entries()) expect(told[index]?.headline).toContain(`exit status ${code}`);
    expect(judged(["exit 126", "exit 127"]).map(({ conclusion }) => conclusion)).not.toContain("proven");
  });

  test("a signal is told by its name", () => {
    const signals = { KILL: /SIGKILL/, SEGV: /SIGSEGV/, ABRT: /SIGABRT/, TERM: /SIGTERM|143/, PIPE: /SIGPIPE|141/ };
    const told = judged(Object.keys(signals).map((signal) => `bash -c 'kill -${signal} $$'`));
    for (const [index, name] of Object.values(signals).entries()) {
      expect(["failing", "broken"]).toContain(told[index]?.conclusion);
      expect(told[index]?.headline).toMatch(name);
    }
  });

  test("one that never ends is ended by its time", () => {
    const { conclusion, headline } = only("sleep 1000", { settings: "**timeout:** 2 seconds\n" });
    expect({ conclusion, headline }).toEqual({ conclusion: "failing", headline: expect.stringMatching(/2 s/) });
    expect(
      only("trap '' TERM INT HUP; while :; do sleep 1; done", { settings: "**timeout:** 2 seconds\n" }).conclusion,
    ).toBe("failing");
  });

  test("daemons and forks end with the run", () => {
    const [daemon, forks] = judged([
      "setsid nohup sleep 1000 >/dev/null 2>&1 & disown; grep -q new a.txt",
      "for i in {1..100}; do (sleep 1000 &) ; done; grep -q new a.txt",
    ]);
    expect([daemon?.conclusion, forks?.conclusion]).toEqual(["proven", "proven"]);
  });

  test("a fork bomb is held", () => {
    expect(only(":(){ :|:& };: ; sleep 1; exit 9", { settings: "**timeout:** 5 seconds\n" }).conclusion).toBe(
      "failing",
    );
  });
});

describe("writing", () => {
  test("into the tree, its git, its home, /tmp and what is above: nothing of it stays", () => {
    const told = judged([
      "echo evil > a.txt && echo evil > new.txt && echo evil > plan.md && grep -q evil a.txt",
      "git rev-parse && rm -rf .git/* ; echo evil > .git 2>/dev/null; grep -q new a.txt",
      'echo evil > "$HOME/evil" && echo evil > /tmp/planwright-hostile-evil && grep -q new a.txt',
      "rm -rf ./* ; test ! -e a.txt",
      "chmod -R 000 . ; true",
      "echo evil > ../evil; ln -s / root; mkdir -p d/e/f && chmod 000 d; grep -q new a.txt",
    ]);
    expect(told.map(({ conclusion }) => conclusion)).toEqual([
      "vacuous",
      "proven",
      "proven",
      "vacuous",
      "vacuous",
      "proven",
    ]);
    expect(existsSync("/tmp/planwright-hostile-evil")).toBe(false);
  });

  test("deleting the folder it runs in", () => {
    const [gone, next] = judged(['rm -rf "$PWD"; exit 5', "grep -q new a.txt"]);
    expect(gone?.headline).toContain("exit status 5");
    expect(next?.conclusion).toBe("proven");
  });

  const root = prerequisite("root, for a small disk", process.getuid?.() === 0, "run as root");
  test("filling the disk ends the contract alone", (context) => {
    root(context);
    const checkout = aCheckout(["cat /dev/zero > /tmp/fill && grep -q new a.txt", "grep -q new a.txt"]);
    mkdirSync(checkout.home);
    const run = withMounts(`mount -t tmpfs -o size=200m none ../home; "$PW" check plan.md --json`, checkout);
    expect(run.stderr).toBe("");
    expect(conclusions(run).map(({ conclusion }) => conclusion)).toEqual(["failing", "proven"]);
    expect(leftBehind(checkout)).toEqual([]);
  });
});

describe("what a contract may expect", () => {
  test("no input, and no terminal", () => {
    const [input, terminal, device] = judged([
      "cat | wc -c | grep -qx 0 && grep -q new a.txt",
      "test -t 0",
      "exec < /dev/tty",
    ]);
    expect(input?.conclusion).toBe("proven");
    expect([terminal?.conclusion, device?.conclusion]).toEqual(["failing", "failing"]);
  });

  test("git works, and changes nothing", () => {
    const told = judged([
      "git diff --exit-code && grep -q new a.txt",
      "git log --oneline | grep -q base && grep -q new a.txt",
      "echo more >> plan.md && git stash -q && git stash pop -q && grep -q new a.txt",
      "git -c user.name=x -c user.email=x@y commit -qam mine --allow-empty && git tag x && git branch y && grep -q new a.txt",
      'cd "$(git rev-parse --show-toplevel)" && git gc -q && grep -q new a.txt',
    ]);
    expect(told.map(({ conclusion }) => conclusion)).toEqual(told.map(() => "proven"));
  });

  const curl = prerequisite("curl", existsSync("/usr/bin/curl"), "apt-get install curl");
  test("no network, and the report says so", (context) => {
    curl(context);
    const { conclusion, hints } = only("curl -sS --max-time 5 https://example.com");
    expect({ conclusion, hints }).toEqual({
      conclusion: "failing",
      hints: [expect.stringContaining("contracts run without a network")],
    });
  });

  test("subfolders, scripts of many lines, here-documents, and 100 kB of text", () => {
    const checkout = aCheckout();
    write(checkout.top, { "deep/er/b.txt": "new\n" });
    const long = `# ${"x".repeat(98)}\n`.repeat(1000);
    const told = judged(
      [
        "cd deep/er && grep -q new b.txt",
        "set -eu\nwhile read -r word; do\n  grep -q \"$word\" a.txt\ndone <<'EOF'\nnew\nEOF\n",
        `${long}grep -q new a.txt`,
      ],
      { checkout },
    );
    expect(told.map(({ conclusion }) => conclusion)).toEqual(["proven", "proven", "proven"]);
  });
});

test("the home holds no more after a hundred megabytes were written than before", () => {
  const checkout = aCheckout();
  only("head -c 100M /dev/zero > big && head -c 100M /dev/zero > /tmp/big && grep -q new a.txt", { checkout });
  const size = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? size(path) : entry.isFile() ? statSync(path).size : 0);
    }, 0);
  expect(size(checkout.home)).toBeLessThan(1_000_000);
});
