import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { prerequisite } from "../../../test/prerequisite.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aContract, aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { proveStep, runOnBase } from "../proof/prove-step.ts";
import { aPlace } from "./a-place.testkit.ts";
import { granted } from "./granted.ts";
import type { Grants, ProofPlace } from "./proof-place.ts";
import { runSide } from "./side.ts";
import { sideCacheIn } from "./side-cache.ts";

const installed = prerequisite("bubblewrap", existsSync("/usr/bin/bwrap"), "apt-get install bubblewrap");
beforeEach((context) => void installed(context));

/** Somebody outside who can be reached as long as they listen. */
async function aService(): Promise<{ port: number; listen(): Promise<void>; end(): Promise<void> }> {
  let server: Server | null = null;
  let port = 0;
  const service = {
    listen: () =>
      new Promise<void>((resolve) => {
        const opened = createServer((socket) => socket.end());
        server = opened;
        opened.listen(port, "127.0.0.1", () => {
          const address = opened.address();
          port = typeof address === "object" && address !== null ? address.port : 0;
          resolve();
        });
      }),
    end: () => new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve()))),
  };
  await service.listen();
  onTestFinished(() => service.end());
  return { port, ...service };
}

const reaching = (port: number): string => `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>&1`;

const stepWith = (port: number, needs: Step["needs"]): Step =>
  aStep("a", { needs, contracts: [aContract({ command: reaching(port) })] });

const granting = (place: ProofPlace): Grants => ({
  network: "host",
  env: {},
  async published(branch) {
    const { proof, at, layers } = place;
    return { proof, at, layers, env: { BRANCH: branch }, secrets: {} };
  },
});

/** What the step's contract comes to in a place. */
async function sideOf(place: ProofPlace, plan: Plan, tree: string) {
  const [step] = plan.steps;
  const [contract] = step?.contracts ?? [];
  if (!step || !contract) throw new Error("the plan has no contract");
  const given = await granted(place, plan, step);
  const { verdict, explanation } = await runSide(given, plan, contract, tree, new AbortController().signal);
  return { network: given.network, status: verdict.status, headline: explanation.headline };
}

test("the contract of a step that needs the network has it, and no other one", async () => {
  const { port } = await aService();
  const { place, trees } = await aPlace();
  const generous = { ...place, grants: granting(place) };
  const [tree = ""] = trees;
  const seen = async (needs: Step["needs"]) => sideOf(generous, aPlan([stepWith(port, needs)]), tree);
  expect(await seen(["network"])).toMatchObject({ network: "host", status: "passed" });
  expect(await seen(["publish"])).toMatchObject({ network: "host", status: "passed" });
  const without = await seen([]);
  expect(without).toMatchObject({ network: "none", status: "failed" });
  expect(without.headline).not.toContain("network");
});

test("where the person gives contracts no network, one that needs it says so when it fails", async () => {
  const { port } = await aService();
  const { place, trees } = await aPlace();
  expect(await sideOf(place, aPlan([stepWith(port, ["network"])]), trees[0] ?? "")).toMatchObject({
    network: "none",
    status: "failed",
    headline: expect.stringMatching(
      /\(it ran without the network that its step needs: policy.yaml of Planwright's home says `contract_network: none`\)$/,
    ),
  });
});

test("only one that publishes is shown its branch, and each kind of place is another one to whoever remembers", async () => {
  const { place } = await aPlace();
  const generous = { ...place, environment: "here", grants: granting(place) };
  const kinds: Step["needs"][] = [[], ["network"], ["publish"], ["network", "publish"]];
  const plan = aPlan(["a"], { id: "words" });
  const places = await Promise.all(kinds.map((needs) => granted(generous, plan, aStep("a", { needs }))));
  expect(places.map(({ environment, env }) => [environment, env])).toEqual([
    ["here", {}],
    ["here network", {}],
    ["here publish", { BRANCH: "plan/words" }],
    ["here publish", { BRANCH: "plan/words" }],
  ]);
});

/** Proves a step that changes nothing; `before` is what happened in the run until its contracts run. */
async function provenWithoutWork(
  needs: Step["needs"],
  { occasion }: { occasion?: string },
  before: (service: Awaited<ReturnType<typeof aService>>, look: () => Promise<void>) => Promise<void>,
) {
  const service = await aService();
  const { place, trees } = await aPlace();
  const step = stepWith(service.port, needs);
  const [base = ""] = trees;
  const work = { plan: aPlan([step]), step, base, ...(occasion !== undefined && { occasion }) };
  const tools = {
    trees: place.trees,
    placeFor: async () => ({ ...place, grants: granting(place) }),
    cache: sideCacheIn(tempFolder()),
    progress: () => {},
    signal: new AbortController().signal,
  };
  await before(service, async () => void (await runOnBase(work, tools)));
  const prove = async () => (await proveStep({ ...work, worker: base }, tools)).contracts[0];
  return [await prove(), await prove()];
}

test("a step that changes nothing is proven when publishing turns its contract, and stays so after a crash", async () => {
  const proofs = await provenWithoutWork(["publish"], { occasion: "run-1" }, async ({ end, listen }, look) => {
    await end();
    await look();
    await listen();
  });
  expect(proofs).toMatchObject([
    { conclusion: "proven", base: { verdict: { status: "failed" } } },
    { conclusion: "proven", base: { verdict: { status: "failed" } } },
  ]);
});

test("a step that publishes what is there already proves nothing", async () => {
  const [proof] = await provenWithoutWork(["publish"], { occasion: "run-1" }, (_, look) => look());
  expect(proof).toMatchObject({ conclusion: "unchanged", base: { verdict: { status: "passed" } } });
});

test("outside a run nothing is published, so that a step without work is compared with nothing", async () => {
  const [proof] = await provenWithoutWork(["publish"], {}, async () => {});
  expect(proof).toMatchObject({ conclusion: "unchanged" });
});

test("what a contract has seen of the world is remembered for its run, and for nobody else", async () => {
  const service = await aService();
  const { place, trees } = await aPlace();
  const step = stepWith(service.port, ["network"]);
  const [base = ""] = trees;
  const asked: string[] = [];
  const tools = {
    trees: place.trees,
    placeFor: async () => ({ ...place, grants: granting(place) }),
    cache: sideCacheIn(tempFolder()),
    progress: () => void asked.push("asked"),
    signal: new AbortController().signal,
  };
  const look = async (occasion?: string): Promise<number> => {
    asked.length = 0;
    await runOnBase({ plan: aPlan([step]), step, base, ...(occasion !== undefined && { occasion }) }, tools);
    return asked.length;
  };
  expect([await look("run-1"), await look("run-1"), await look("run-2"), await look(), await look()]).toEqual([
    1, 0, 1, 1, 1,
  ]);
});
