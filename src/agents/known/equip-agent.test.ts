import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import type { Command } from "../../ports/sandbox.ts";
import { aMark, aPolicy, processesWith } from "../../sandbox/a-run.testkit.ts";
import { openSandbox } from "../../sandbox/bubblewrap.ts";
import { sharedSandbox } from "../../sandbox/sandbox.testsuite.ts";
import { aPerson } from "./a-person.testkit.ts";
import { type Equipment, endpointFault, equipAgent } from "./equip-agent.ts";
import type { KnownAgent } from "./known-agent.ts";
import { opencode } from "./opencode.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");

const sample: KnownAgent = {
  ...opencode,
  keys: ["SAMPLE_KEY", "OTHER_KEY"],
  logins: [".sample/auth.json", ".config/sample/token"],
  reaches: ["api.sample.example:443"],
  endpoint: "SAMPLE_URL",
  passed: ["SAMPLE_MODEL"],
  env: { SAMPLE_QUIET: "1" },
  settings: ({ model, endpoint }, key) => [
    { at: ".sample/settings.json", text: `it's "${model}" at ${endpoint} by ${key}\n` },
    { at: ".samplerc", text: "" },
  ],
};

describe("what an agent is given", () => {
  test("is let in by the first of its keys that the person has", () => {
    const { letInBy, command } = equipAgent(sample, aPerson({ OTHER_KEY: "o", SAMPLE_KEY: "s", UNRELATED: "u" }));
    expect(letInBy).toBe("SAMPLE_KEY");
    expect(command(["true"], "/work")).toMatchObject({ cwd: "/work", secrets: { SAMPLE_KEY: "s", OTHER_KEY: "o" } });
  });

  test("finds its key under the one name that it knows", () => {
    const { letInBy, command } = equipAgent({ ...sample, keyName: "SAMPLE_KEY" }, aPerson({ OTHER_KEY: "o" }));
    expect(letInBy).toBe("OTHER_KEY");
    expect(command(["true"], "/").secrets).toEqual({ OTHER_KEY: "o", SAMPLE_KEY: "o" });
    expect(equipAgent({ ...sample, keyName: "SAMPLE_KEY" }, aPerson()).command(["true"], "/").secrets).toEqual({});
  });

  test("is let in by a file of its log-in, shown read-only as the file behind the link", () => {
    const home = tempFolder();
    put(home, "elsewhere/token", "t");
    mkdirSync(join(home, ".config/sample"), { recursive: true });
    symlinkSync(join(home, "elsewhere/token"), join(home, ".config/sample/token"));
    expect(equipAgent(sample, aPerson({}, home))).toMatchObject({
      letInBy: join(home, "elsewhere/token"),
      mounts: [
        {
          show: join(home, "elsewhere/token"),
          at: "/run/planwright/credentials/.config/sample/token",
          access: "read",
        },
      ],
    });
  });

  test("is let in by nothing", () => {
    const home = tempFolder();
    mkdirSync(join(home, ".sample/auth.json"), { recursive: true });
    expect(equipAgent(sample, aPerson({}, home))).toMatchObject({ letInBy: null, mounts: [] });
  });

  test.each([
    [null, ["api.sample.example:443"]],
    ["http://127.0.0.1:8788", ["127.0.0.1:8788"]],
    ["https://models.example/v1", ["models.example:443"]],
    ["http://models.example", ["models.example:80"]],
    ["not an address", []],
    ["https://*.com/v1", []],
    ["https://me@models.example", []],
  ])("reaches its model, at %s", (endpoint, reaches) => {
    const byVariable = equipAgent(sample, aPerson(endpoint === null ? {} : { SAMPLE_URL: endpoint }));
    const bySettings = equipAgent(sample, aPerson({}, "/nonexistent", { endpoint }));
    for (const equipment of [byVariable, bySettings]) {
      expect(equipment).toMatchObject({ reaches, settings: { endpoint } });
      expect(equipment.command(["true"], "/").env.SAMPLE_URL).toBe(endpoint ?? undefined);
    }
  });

  test("is told where a wrong address stands", () => {
    const address = "https://*.com";
    const remedy = expect.stringContaining("name one host");
    expect(endpointFault(sample, aPerson({ SAMPLE_URL: address }))).toEqual({
      cause: "SAMPLE_URL names no single host: `*.com`",
      remedy,
    });
    expect(endpointFault(sample, aPerson({}, "/nonexistent", { endpoint: address }))).toEqual({
      cause: "the endpoint of opencode in policy.yaml names no single host: `*.com`",
      remedy,
    });
    expect(endpointFault(sample, aPerson())).toBeNull();
  });

  test("gets its variables and the person's that it may know, and no key among them", () => {
    const person = aPerson({ SAMPLE_MODEL: "large", SAMPLE_KEY: "s", UNRELATED: "u" });
    expect(equipAgent(sample, person).command(["true"], "/").env).toEqual({ SAMPLE_QUIET: "1", SAMPLE_MODEL: "large" });
  });
});

describe("an agent's own HOME", () => {
  beforeEach((context) => void installed(context));
  const shared = sharedSandbox((scratchRoot) => openSandbox({ scratchRoot, hidden: [] }));

  async function ran(equipment: Equipment, script: string): Promise<string> {
    return outputOf(equipment.command(["bash", "-c", script], "/tmp"), equipment);
  }

  async function outputOf(command: Command, { mounts }: Equipment): Promise<string> {
    const proc = await shared.sandbox.start(command, aPolicy({ mounts }), new AbortController().signal);
    proc.stdin?.end("task");
    let output = "";
    for await (const { bytes } of proc.output) output += Buffer.from(bytes).toString("utf8");
    await proc.exit;
    return output;
  }

  test("holds its settings and a copy of its log-in, for itself alone, and nothing else", async () => {
    const home = tempFolder();
    put(home, ".sample/auth.json", "secret\n");
    put(home, ".sample/history", "private");
    put(home, ".ssh/id", "private");
    const equipment = equipAgent(sample, aPerson({}, home, { model: "large" }));
    const files = await ran(
      equipment,
      'cd "$HOME"; find . -type f -printf "%P %m\\n" | sort; cat .sample/settings.json',
    );
    expect(files).toBe(
      `.sample/auth.json 600\n.sample/settings.json 600\n.samplerc 600\nit's "large" at null by null\n`,
    );
    expect(await ran(equipment, `ls -A ${home} 2>&1 | grep -v "No such file"; umask`)).toBe("0022\n");
  });

  test("may be written to, and the person's own log-in stays as it is", async () => {
    const home = tempFolder();
    put(home, ".sample/auth.json", "original");
    const equipment = equipAgent(sample, aPerson({}, home));
    const spoil = 'for file in "$HOME/.sample/auth.json" /run/planwright/credentials/.sample/auth.json; do';
    const output = await ran(equipment, `${spoil} echo spoiled > "$file"; done 2>&1; cat "$HOME/.sample/auth.json"`);
    expect(output).toMatch(/Read-only file system\nspoiled\n$/);
    expect(readFileSync(join(home, ".sample/auth.json"), "utf8")).toBe("original");
  });

  test("is made before its program starts, which gets its arguments and its input as they are", async () => {
    const equipment = equipAgent(sample, aPerson());
    const command = equipment.command(
      ["bash", "-c", 'printf "%s|" "$@"; cat', "name", "a b", "", "$HOME", "copy"],
      "/tmp",
    );
    expect(await outputOf(command, equipment)).toBe("a b||$HOME|copy|task");
  });

  test("comes with its key, which no list of processes shows", async () => {
    const key = `key-${aMark()}`;
    const equipment = equipAgent(sample, aPerson({ SAMPLE_KEY: key }));
    const command = equipment.command(["bash", "-c", 'echo "$SAMPLE_KEY"; read -r _; cat /proc/*/cmdline'], "/tmp");
    const proc = await shared.sandbox.start(command, aPolicy({}), new AbortController().signal);
    let output = "";
    for await (const { bytes } of proc.output) {
      output += Buffer.from(bytes).toString("latin1");
      if (output === `${key}\n`) {
        expect(processesWith(key)).toEqual([]);
        proc.stdin?.end("go on\n");
      }
    }
    await proc.exit;
    expect(output.split(key)).toHaveLength(2);
  });
});

function put(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text, { mode: 0o600 });
}

test("another provider's key is never taken to an address of the person's own, which may need none", () => {
  const endpoint = "http://localhost:11434/v1";
  const forPerson = (variables: Record<string, string>, home?: string) =>
    equipAgent(opencode, aPerson(variables, home, { endpoint, model: "local" }));
  const { secrets } = forPerson({ ANTHROPIC_API_KEY: "sk-anthropic-1", OPENCODE_API_KEY: "own-key-1" }).command(
    ["x"],
    "/w",
  );
  expect(secrets).toEqual({ OPENCODE_API_KEY: "own-key-1" });
  expect(forPerson({ ANTHROPIC_API_KEY: "sk-anthropic-1" })).toMatchObject({ letInBy: endpoint });
  expect(JSON.stringify(forPerson({ ANTHROPIC_API_KEY: "sk-anthropic-1" }).command(["x"], "/w"))).not.toContain(
    "ANTHROPIC",
  );
});
