import { expect, test } from "vitest";
import { pathsTold } from "./change-wording.ts";

test.each([
  ["Update `pyproject.toml`.", ["pyproject.toml"]],
  ["Remove `requests` from pyproject.toml. Run uv sync.", ["pyproject.toml"]],
  ["Move the parser from src/app.py to src/config.py.", ["src/app.py", "src/config.py"]],
  ["Generate the client from api.yaml.", []],
  ["Do not remove anything from pyproject.toml.", []],
  ["Make tests/a.test.ts pass.", []],
])("what is to be changed, as a step says it: %s", (text, changed) => {
  expect([...pathsTold([text]).changed]).toEqual(changed);
});
