import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keepOutput } from "../../contracts/sides/keep-output.ts";
import { type BuildCaches, CONTRACT_ENV, CONTRACT_LIMITS } from "../../contracts/sides/proof-place.ts";
import type { Mount, Sandbox, Tools } from "../../ports/sandbox.ts";
import { type Home, shortHash } from "../opening/home.ts";

/**
 * What Go has compiled of its standard library, which takes longer than most tests. It is filled by a program of ours: no
 * file of any repository is there then, so no work can leave in it what another run would believe. Contracts see it through
 * a layer that is thrown away. What a repository's own code compiles to is kept for nobody.
 */
export function buildCaches(home: Home, { sandbox, tools }: { sandbox: Sandbox; tools: Tools }): BuildCaches {
  const program = tools.path.map((folder) => join(folder, "go")).find((path) => existsSync(path));
  const isPossible = program !== undefined && sandbox.offers.isHolding && sandbox.offers.overlay;
  const folder = isPossible ? join(home.path, "caches", `go-${markOf(program)}`) : "";
  let isAsked = false;
  return {
    layers: () => (isAsked && existsSync(folder) ? [{ show: folder, at: GO_CACHE, access: "throw-away" }] : []),
    async fill(commands, signal) {
      if (!isPossible || !commands.some((command) => USES_GO.test(command))) return;
      isAsked = true;
      if (!existsSync(folder)) await fillGo(folder, { sandbox, tools, hidden: [home.path] }, signal);
    },
  };
}

/** Where Go looks if nobody says anything else. */
const GO_CACHE = "/tmp/home/.cache/go-build";

const USES_GO = /\bgo\s+(?:test|build|vet|run|install)\b/;

/** Another Go has another mark. Should two have one, nothing is found in the cache: Go knows what it has compiled itself. */
function markOf(program: string): string {
  const path = realpathSync(program);
  return shortHash(`${path} ${statSync(path).mtimeMs}`);
}

type Filling = { sandbox: Sandbox; tools: Tools; hidden: readonly string[] };

/** In a folder of its own, which takes its place when it is done. */
async function fillGo(folder: string, { sandbox, tools, hidden }: Filling, signal: AbortSignal): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const [source, cache] = [join(draft, "source"), join(draft, "cache")];
    mkdirSync(source);
    mkdirSync(cache);
    for (const [name, text] of Object.entries(SOURCE)) writeFileSync(join(source, name), text);
    const mounts: Mount[] = [
      { show: source, at: "/tmp/standard-library", access: "read" },
      { show: cache, at: GO_CACHE, access: "write" },
    ];
    const proc = await sandbox.start(
      { argv: ["go", "test", "./..."], cwd: "/tmp/standard-library", env: CONTRACT_ENV, stdin: "none" },
      { mounts, hidden, tools, network: "none", limits: { ...CONTRACT_LIMITS, seconds: MOST_SECONDS } },
      signal,
    );
    const [, exit] = await Promise.all([keepOutput(proc.output), proc.exit]);
    const isFilled = exit.kind === "exited" && exit.code === 0;
    // Somebody else may have been quicker.
    if (isFilled && !existsSync(folder)) renameSync(cache, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const MOST_SECONDS = 600;

/** What programs use most. */
const PACKAGES =
  "bufio bytes context encoding/base64 encoding/hex encoding/json errors flag fmt io io/fs log math math/rand net/http net/http/httptest net/url os os/exec path path/filepath reflect regexp runtime sort strconv strings sync sync/atomic text/template time unicode/utf8".split(
    " ",
  );

const SOURCE: Readonly<Record<string, string>> = {
  "go.mod": "module standardlibrary\n\ngo 1.18\n",
  "all.go": `package all\n\nimport (\n${PACKAGES.map((name) => `\t_ "${name}"\n`).join("")})\n`,
  "all_test.go": 'package all\n\nimport "testing"\n\nfunc TestNothing(*testing.T) {}\n',
};
