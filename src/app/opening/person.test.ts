import { expect, onTestFinished, test, vi } from "vitest";
import { aRepository } from "../../workspace/a-repository.testkit.ts";
import { personName } from "./person.ts";

test("a person is called as the repository they are in calls them", () => {
  const repository = aRepository();
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  onTestFinished(() => cwd.mockRestore());
  repository.git("config", "user.name", "Ann");
  repository.git("config", "user.email", "ann@example.com");
  expect(personName()).toBe("Ann <ann@example.com>");
  repository.git("config", "--unset", "user.name");
  repository.git("config", "--unset", "user.email");
  expect(personName()).not.toContain("Ann");
});
