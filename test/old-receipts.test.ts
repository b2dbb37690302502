import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitIn } from "./a-checkout.ts";
import { planwright } from "./cli.ts";
import { tempFolder } from "./temp-folder.ts";

const FIXTURE = join(import.meta.dirname, "fixtures/receipts-v1");

test("a branch whose receipts are of version 1 audits as it did when it was made, warnings included", () => {
  const place = tempFolder();
  gitIn(place, "clone", "-q", "-b", "plan/count-all-pages", join(FIXTURE, "branch.bundle"), "clone");
  const { status, stdout } = planwright(["audit", "plan/count-all-pages", "--json"], join(place, "clone"), {
    PLANWRIGHT_HOME: join(place, "home"),
  });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(FIXTURE, "audit.json"), "utf8")));
  expect(status).toBe(4);
});

describe("what the version before has finished, with plans in `.plan/` itself and one merged over the other", () => {
  test.each(["main", "plan/count-the-last-page", "plan/say-hello"])("%s audits as it did", (ref) => {
    const place = tempFolder();
    const fixture = join(import.meta.dirname, "fixtures/finished-in-plan-folder");
    gitIn(place, "clone", "-q", "-b", "main", join(fixture, "repository.bundle"), "clone");
    const top = join(place, "clone");
    gitIn(top, "fetch", "-q", "origin", "+refs/heads/plan/*:refs/heads/plan/*");
    const { status, stdout } = planwright(["audit", ref, "--json"], top, { PLANWRIGHT_HOME: join(place, "home") });
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(readFileSync(join(fixture, `${ref.replace("/", "-")}.json`), "utf8")),
    );
    expect(status).toBe(4);
  });
});
