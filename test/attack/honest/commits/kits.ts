import { asCamel, asSnake, asTitle, type Kit } from "./kit.ts";

const inPython = {
  source: (module: string): string => `${module}.py`,
  test: (module: string): string => `tests/test_${module}.py`,
  code: (module: string, sums: Parameters<Kit["code"]>[1]) => ({
    [`${module}.py`]: sums.map(({ name, of }) => `def ${name}(n):\n    return ${of("n")}\n`).join("\n\n"),
  }),
};

export const pytestKit: Kit = {
  ...inPython,
  runner: "pytest",
  contract: "python3 -m pytest -q",
  files: { "tests/__init__.py": "" },
  tests: (module, cases) => ({
    [`tests/test_${module}.py`]: `import ${module}\n\n\n${cases.map(({ name, sum, number, expected }) => `def test_${asSnake(name)}():\n    assert ${module}.${sum}(${number}) == ${expected}\n`).join("\n\n")}`,
  }),
};

export const unittestKit: Kit = {
  ...inPython,
  runner: "unittest",
  contract: "python3 -m unittest",
  files: { "tests/__init__.py": "" },
  tests: (module, cases) => ({
    [`tests/test_${module}.py`]: `import unittest\n\nimport ${module}\n\n\nclass Test${asTitle(module)}(unittest.TestCase):\n${cases.map(({ name, sum, number, expected }) => `    def test_${asSnake(name)}(self):\n        self.assertEqual(${module}.${sum}(${number}), ${expected})\n`).join("\n")}`,
  }),
};

const inRust = (sums: Parameters<Kit["code"]>[1]): string =>
  sums.map(({ name, of }) => `pub fn ${name}(n: i64) -> i64 {\n    ${of("n")}\n}\n`).join("\n");
const rustTest = ({ name, sum, number, expected }: Parameters<Kit["tests"]>[1][number], margin: string): string =>
  ["#[test]", `fn ${asSnake(name)}() {`, `    assert_eq!(${sum}(${number}), ${expected});`, "}"]
    .map((line) => `${margin}${line}\n`)
    .join("");

export const cargoKit: Kit = {
  runner: "cargo test",
  contract: "cargo test --offline",
  files: {
    "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
    "Cargo.lock": 'version = 3\n\n[[package]]\nname = "sums"\nversion = "0.1.0"\n',
  },
  source: (module) => `src/${module}.rs`,
  test: (module) => `tests/${module}.rs`,
  code: (module, sums) => ({
    [`src/${module}.rs`]: inRust(sums),
    ...(module === "sums" && { "src/lib.rs": "pub mod sums;\n" }),
  }),
  tests: (module, cases) => ({
    [`tests/${module}.rs`]: `use sums::${module}::*;\n\n${cases.map((each) => rustTest(each, "")).join("\n")}`,
  }),
};

/** Rust's own way: the tests of a file stand in it. */
export const rustWithTestsInside = (sums: Parameters<Kit["code"]>[1], cases: Parameters<Kit["tests"]>[1]): string =>
  `${inRust(sums)}\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n${cases.map((each) => rustTest(each, "    ")).join("\n")}}\n`;

export const proveKit: Kit = {
  runner: "prove",
  contract: "prove -l",
  files: { "Makefile.PL": "use ExtUtils::MakeMaker;\nWriteMakefile(NAME => 'Sums');\n" },
  source: (module) => `lib/${asTitle(module)}.pm`,
  test: (module) => `t/${module}.t`,
  code: (module, sums) => ({
    [`lib/${asTitle(module)}.pm`]: `package ${asTitle(module)};\nuse strict;\nuse warnings;\n\n${sums.map(({ name, of }) => `sub ${name} { my ($n) = @_; return ${of("$n")}; }\n`).join("\n")}\n1;\n`,
  }),
  tests: (module, cases) => ({
    [`t/${module}.t`]: `use strict;\nuse warnings;\nuse Test::More tests => ${cases.length};\nuse ${asTitle(module)};\n\n${cases.map(({ name, sum, number, expected }) => `is(${asTitle(module)}::${sum}(${number}), ${expected}, '${name}');\n`).join("")}`,
  }),
};

const inBash = (module: string, sums: Parameters<Kit["code"]>[1]) => ({
  [`src/${module}.sh`]: sums.map(({ name, of }) => `${name}() {\n  local n=$1\n  echo $((${of("n")}))\n}\n`).join("\n"),
});

export const makeKit: Kit = {
  runner: "make",
  contract: "make test",
  files: {
    Makefile: ".PHONY: test\ntest:\n\t@for each in tests/*_test.sh; do bash $$each || exit 1; done\n",
    "tests/expect.sh": `expect() {\n  if [ "$2" != "$3" ]; then\n    echo "FAIL $1: $2 is not $3"\n    exit 1\n  fi\n  echo "ok $1"\n}\n`,
  },
  source: (module) => `src/${module}.sh`,
  test: (module) => `tests/${module}_test.sh`,
  code: inBash,
  tests: (module, cases) => ({
    [`tests/${module}_test.sh`]: `. tests/expect.sh\n. src/${module}.sh\n\n${cases.map(({ name, sum, number, expected }) => `expect "${name}" "$(${sum} ${number})" ${expected}\n`).join("")}`,
  }),
};

export const batsKit: Kit = {
  runner: "bats",
  contract: "bats test",
  files: {},
  source: (module) => `src/${module}.sh`,
  test: (module) => `test/${module}.bats`,
  code: inBash,
  tests: (module, cases) => ({
    [`test/${module}.bats`]: `setup() {\n  . "$BATS_TEST_DIRNAME/../src/${module}.sh"\n}\n\n${cases.map(({ name, sum, number, expected }) => `@test "${name}" {\n  [ "$(${sum} ${number})" -eq ${expected} ]\n}\n`).join("\n")}`,
  }),
};

export const ctestKit: Kit = {
  runner: "ctest",
  contract: "cmake -S . -B build >/dev/null && cmake --build build >/dev/null && ctest --test-dir build",
  files: {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
project(sums C)
enable_testing()
file(GLOB sources src/*.c)
add_library(sums \${sources})
target_include_directories(sums PUBLIC src)
file(GLOB tests tests/test_*.c)
foreach(test \${tests})
  get_filename_component(name \${test} NAME_WE)
  add_executable(\${name} \${test})
  target_link_libraries(\${name} sums)
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`,
  },
  source: (module) => `src/${module}.c`,
  test: (module) => `tests/test_${module}.c`,
  code: (module, sums) => ({
    [`src/${module}.h`]: `#pragma once\n${sums.map(({ name }) => `long ${name}(long n);\n`).join("")}`,
    [`src/${module}.c`]: `#include "${module}.h"\n\n${sums.map(({ name, of }) => `long ${name}(long n) { return ${of("n")}; }\n`).join("\n")}`,
  }),
  tests: (module, cases) => ({
    [`tests/test_${module}.c`]: `#undef NDEBUG\n#include <assert.h>\n#include "${module}.h"\n\nint main(void) {\n${cases.map(({ name, sum, number, expected }) => `  assert(${sum}(${number}) == ${expected}); /* ${name} */\n`).join("")}  return 0;\n}\n`,
  }),
};

const inRuby = {
  source: (module: string): string => `lib/${module}.rb`,
  code: (module: string, sums: Parameters<Kit["code"]>[1]) => ({
    [`lib/${module}.rb`]: `module ${asTitle(module)}\n${sums.map(({ name, of }) => `  def self.${name}(n)\n    ${of("n")}\n  end\n`).join("\n")}end\n`,
  }),
};

export const rspecKit: Kit = {
  ...inRuby,
  runner: "rspec",
  contract: "rspec",
  files: {},
  test: (module) => `spec/${module}_spec.rb`,
  tests: (module, cases) => ({
    [`spec/${module}_spec.rb`]: `require "${module}"\n\nRSpec.describe ${asTitle(module)} do\n${cases.map(({ name, sum, number, expected }) => `  it "${name}" do\n    expect(described_class.${sum}(${number})).to eq(${expected})\n  end\n`).join("\n")}end\n`,
  }),
};

export const minitestKit: Kit = {
  ...inRuby,
  runner: "minitest",
  contract: `ruby -Ilib -e 'Dir["test/test_*.rb"].sort.each { |file| require "./#{file}" }'`,
  files: {},
  test: (module) => `test/test_${module}.rb`,
  tests: (module, cases) => ({
    [`test/test_${module}.rb`]: `require "minitest/autorun"\nrequire "${module}"\n\nclass Test${asTitle(module)} < Minitest::Test\n${cases.map(({ name, sum, number, expected }) => `  def test_${asSnake(name)}\n    assert_equal ${expected}, ${asTitle(module)}.${sum}(${number})\n  end\n`).join("\n")}end\n`,
  }),
};

export const phpunitKit: Kit = {
  runner: "phpunit",
  contract: "phpunit tests",
  files: {},
  source: (module) => `src/${asTitle(module)}.php`,
  test: (module) => `tests/${asTitle(module)}Test.php`,
  code: (module, sums) => ({
    [`src/${asTitle(module)}.php`]: `<?php\n\nfinal class ${asTitle(module)}\n{\n${sums.map(({ name, of }) => `    public static function ${name}(int $n): int\n    {\n        return ${of("$n")};\n    }\n`).join("\n")}}\n`,
  }),
  tests: (module, cases) => ({
    [`tests/${asTitle(module)}Test.php`]: `<?php\n\nuse PHPUnit\\Framework\\TestCase;\n\nrequire_once __DIR__ . '/../src/${asTitle(module)}.php';\n\nfinal class ${asTitle(module)}Test extends TestCase\n{\n${cases.map(({ name, sum, number, expected }) => `    public function test${asTitle(asCamel(name))}(): void\n    {\n        $this->assertSame(${expected}, ${asTitle(module)}::${sum}(${number}));\n    }\n`).join("\n")}}\n`,
  }),
};
