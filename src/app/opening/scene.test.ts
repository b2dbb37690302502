import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../test/temp-folder.ts";
import { aDatabase } from "../../store/a-store.testkit.ts";
import { aRepository } from "../../workspace/a-repository.testkit.ts";
import { openScene } from "./scene.ts";

/** A scene in a repository, with a home that nobody has made yet. */
async function aScene() {
  const repository = aRepository();
  repository.commit({ "a.txt": "a\n" });
  const home = join(tempFolder(), "home");
  vi.stubEnv("PLANWRIGHT_HOME", home);
  vi.stubEnv("PLANWRIGHT_DATABASE_URL", (await aDatabase()).url);
  const scene = openScene(repository.path);
  onTestFinished(async () => {
    await scene.close();
    vi.unstubAllEnvs();
  });
  return { scene, repository, home };
}

test("nothing is touched before it is asked for, and nothing has to be closed then", async () => {
  const { scene, home, repository } = await aScene();
  expect(scene.cwd).toBe(repository.path);
  await scene.close();
  expect(existsSync(home)).toBe(false);
});

test("everything is opened once, also for two who ask at the same moment", async () => {
  const { scene } = await aScene();
  const [one, two] = await Promise.all([scene.store(), scene.store()]);
  expect(two).toBe(one);
  expect(await scene.sandbox()).toBe(await scene.sandbox());
  const [here, again] = [await scene.repository(), await scene.repository(join(scene.cwd, "."))];
  expect(again.git.objects).toBe(here.git.objects);
  expect(scene.home).toBe(scene.home);
});

test("a repository says where its checkout stands now, and not where it stood when it was opened", async () => {
  const { scene, repository } = await aScene();
  const before = await scene.repository();
  repository.git("switch", "-qc", "other");
  expect((await scene.repository()).git.facts.head).toMatchObject({ ref: "refs/heads/other" });
  expect(before.git.facts.head).not.toMatchObject({ ref: "refs/heads/other" });
});

test("one that only reads is not lent to one that writes", async () => {
  const { scene } = await aScene();
  const reading = await scene.repository(scene.cwd, { landsNothing: true });
  expect((await scene.repository()).git.objects).not.toBe(reading.git.objects);
});

test("what it had open cannot be used any more when it is closed", async () => {
  const { scene } = await aScene();
  const store = await scene.store();
  await scene.close();
  await expect(store.runs.list({})).rejects.toThrow();
});

test("a home that is broken stops only those who need it", async () => {
  const { scene, home } = await aScene();
  writeFileSync(home, "no folder");
  expect(scene.person).not.toBe("");
  expect(() => scene.policy).toThrow(home);
  await expect(scene.sandbox()).rejects.toThrow(home);
});
