import { expect, test } from "vitest";
import { aRepository } from "../../workspace/a-repository.testkit.ts";
import { personName } from "./person.ts";

test("a person is called as the repository they are in calls them", () => {
  const repository = aRepository();
  repository.git("config", "user.name", "Ann");
  repository.git("config", "user.email", "ann@example.com");
  expect(personName(repository.path)).toBe("Ann <ann@example.com>");
  repository.git("config", "--unset", "user.name");
  repository.git("config", "--unset", "user.email");
  expect(personName(repository.path)).not.toContain("Ann");
});
