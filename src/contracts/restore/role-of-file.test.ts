import { describe, expect, test } from "vitest";
import { type FileRole, roleOfFile } from "./role-of-file.ts";

const expected: Record<FileRole, string> = {
  test: `src/a.test.ts src/a.spec.tsx test/a.js tests/unit/b.mjs __tests__/x.tsx test.js a-test.js a_test.go pkg/x_test.go
    tests/test_calc.py test_top.py tests.py calc_test.py tests/api.rs src/test/java/a/FooTest.java FooIT.java UserTest.php
    spec/models/user_spec.rb test/user_test.rb e2e/login.ts a.cy.ts login.feature run.bats t/basic.t a.e2e.ts`,
  "test-support": `tests/helpers.py tests/__init__.py tests/common/mod.rs test/fixtures/a.json __snapshots__/a.snap src/a.snap
    testdata/x.txt pkg/testdata/golden.txt spec/spec_helper.rb src/test-utils.ts src/testHelpers.js a.testkit.ts
    tests/fixtures/readme.md cypress/support/commands.js src/__mocks__/fs.js test/data/x.csv tests/golden/out.txt tests`,
  "runner-config": `package.json packages/a/package.json tsconfig.json tsconfig.build.json vitest.config.ts vite.config.mts
    jest.config.js jest.setup.js babel.config.js .babelrc .swcrc .mocharc.yml ava.config.js playwright.config.ts
    cypress.config.ts karma.conf.js .taprc .nycrc.json .c8rc.json eslint.config.js .eslintrc.cjs .eslintignore biome.json
    .prettierrc pytest.ini tox.ini setup.cfg pyproject.toml setup.py noxfile.py mypy.ini ruff.toml .ruff.toml .flake8
    go.mod .golangci.yml Cargo.toml build.rs clippy.toml Makefile makefile GNUmakefile rules.mk CMakeLists.txt justfile
    Taskfile.yml pom.xml build.gradle build.gradle.kts gradle.properties gradlew Rakefile Gemfile phpunit.xml.dist
    composer.json .rubocop.yml vitest.workspace.ts src/setupTests.ts webpack.prod.config.js next.config.mjs`,
  "auto-loaded": `evil-1.0.dist-info/entry_points.txt a.egg-info/PKG-INFO conftest.py tests/conftest.py sitecustomize.py a/usercustomize.py x.pth .env .env.test .npmrc .yarnrc.yml
    .pnpmfile.cjs bunfig.toml .node-version .nvmrc .cargo/config.toml .bashrc .profile .pnp.cjs .yarn/releases/yarn.cjs
    .gitattributes sub/.gitattributes .gitmodules node_modules/a/index.js test/node_modules/b/x.js node_modules
    __pycache__/a.cpython-311.pyc a.pyc tsconfig.tsbuildinfo .eslintcache __mocks__/fs.js target/debug/app .coveragerc
    .venv/lib/a.py rust-toolchain.toml .mypy_cache/x.json`,
  lockfile: `package-lock.json web/yarn.lock pnpm-lock.yaml bun.lockb bun.lock poetry.lock uv.lock Pipfile.lock Cargo.lock
    go.sum Gemfile.lock composer.lock requirements.txt requirements-dev.txt requirements/test.txt gradle.lockfile`,
  ci: `.github/workflows/ci.yml .github/actions/x/action.yml .gitlab-ci.yml Jenkinsfile .circleci/config.yml .travis.yml
    azure-pipelines.yml .husky/pre-commit .pre-commit-config.yaml codecov.yml`,
  script: `scripts/check.mjs check.sh tools/gen.py ci/run.rb check.py verify.js bin/setup.sh run-checks.py qa/verify-all.ts`,
  production: `src/a.ts lib/a.rb README.md tests/README.md docs/test/intro.md app.py main.go src/main.rs src/latest.ts
    src/main/java/a/test/Foo.java contest.py src/validate.ts src/protest.js LICENSE .gitignore .env.example index.html
    src/environment.ts src/testimonials.tsx src/check.ts package/manifest.txt src/spec.md openapi/spec/api.yaml
    src/config.ts config/app.json data/users.json .editorconfig Dockerfile src/makefile-parser.ts src/attest.go`,
};

describe.each(Object.entries(expected))("%s", (role, paths) => {
  test.each(paths.split(/\s+/))("%s", (path) => {
    expect(roleOfFile(path)).toBe(role);
  });
});

test("a path made to be slow is read all the same", () => {
  for (const part of ["a/", "test-", "vite.", "-", "run_", "tests/fixtures/"])
    expect(roleOfFile(`${part.repeat(3000)}x`)).toBeTypeOf("string");
});
