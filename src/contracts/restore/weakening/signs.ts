/** Words that make a check weaker wherever they turn up. A change is told when it brings one more of them. */
export type Sign = {
  files: RegExp;
  sign: RegExp;
  told: string;
  /** Comments count, too: some are instructions. */
  inComments?: boolean;
  /** What stands between quotes counts, too: there, configs have commands and their options. */
  inStrings?: boolean;
};

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const PYTHON = /\.py$/;
/** Files that say how checks run, as far as their names tell. */
export const CONFIG =
  /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|properties|xml|neon|mk|sh|bash|gradle|kts)$|(?:conf|config|setup|workspace|rc)[^/]{0,40}\.[cm]?[jt]s$|(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Jenkinsfile|\.\w+rc)$/;
const COMMANDS =
  /\.(?:json|ya?ml|toml|ini|cfg|mk|sh|bash|bats)$|(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Jenkinsfile)$/;

export const SIGNS: readonly Sign[] = [
  // Tests that no longer run.
  {
    files: SCRIPT,
    sign: /(?<![\w$.])(?:it|test|describe|suite|context|specify)(?:\.\w+){0,3}?\.skip(?:If)?\b/g,
    told: "skips a test",
  },
  { files: SCRIPT, sign: /(?<![\w$.])x(?:it|test|describe|context|specify)\s?\(/g, told: "skips a test" },
  { files: SCRIPT, sign: /(?<![\w$])(?:t|this|ctx|context)\.skip\(|\bskip\s?:\s?(?:true|["'])/g, told: "skips a test" },
  {
    files: SCRIPT,
    sign: /(?<![\w$.])(?:it|test|describe|suite|context|specify)(?:\.\w+){0,3}?\.only\b|(?<![\w$.])f(?:it|describe)\s?\(|\bonly\s?:\s?true/g,
    told: "runs only some of the tests",
  },
  {
    files: SCRIPT,
    sign: /(?<![\w$.])(?:it|test|describe|suite)\.(?:todo|fixme|fails|failing)\b|\btodo\s?:\s?(?:true|["'])/g,
    told: "does not ask a test to pass",
  },
  {
    files: PYTHON,
    sign: /@(?:pytest\.mark|mark)\.(?:skip(?:if)?|xfail)\b|@(?:unittest\.)?(?:skip(?:If|Unless)?|expectedFailure)\b|\bpytest\.(?:skip|xfail|importorskip)\(|\bself\.skipTest\(|\braise (?:unittest\.)?SkipTest\b|^pytestmark\b|\b__test__ ?= ?False/gm,
    told: "skips a test or expects it to fail",
  },
  {
    files: PYTHON,
    sign: /\bcollect_ignore(?:_glob)?\b|\bpytest_(?:collection_modifyitems|ignore_collect|runtest_makereport|sessionfinish|pyfunc_call|runtest_protocol)\b/g,
    told: "decides which tests count",
  },
  { files: /\.go$/, sign: /\b[tb]\.Skip(?:f|Now)?\(/g, told: "skips a test" },
  {
    files: /\.go$/,
    sign: /^\/\/(?:go:build| \+build) .+$/gm,
    told: "leaves the file out of some builds",
    inComments: true,
  },
  {
    files: /\.rs$/,
    sign: /#\[ignore\b|#\[should_panic\b|\bcfg_attr\([^)\n]{0,99}ignore/g,
    told: "ignores a test or expects it to panic",
  },
  {
    files: /\.(?:java|kt|scala|groovy|cs)$/,
    sign: /@(?:Disabled|Ignore)\w*|\bassume(?:True|False)\(|\bSkip\s?=\s?"/g,
    told: "skips a test",
  },
  {
    files: /\.rb$/,
    sign: /^[ \t]*(?:skip|pending)\b|\bx(?:it|describe|context|specify)\b|,[ \t]*(?:skip|pending):/gm,
    told: "skips a test",
  },
  { files: /\.php$/, sign: /\bmarkTest(?:Skipped|Incomplete)\(|->(?:skip|todo)\(/g, told: "skips a test" },
  { files: /\.(?:bats|sh)$/, sign: /^[ \t]*skip\b/gm, told: "skips a test" },
  // Runs that end before they have said no.
  {
    files: SCRIPT,
    sign: /\bprocess\.exit\(\s?0?\s?\)|\bprocess\.exitCode\s?=\s?0\b|\bprocess\.reallyExit\b/g,
    told: "ends the run with success",
  },
  {
    files: PYTHON,
    sign: /\bos\._exit\(|\bsys\.exit\(\s?0?\s?\)|\bpytest\.exit\(|\bsession\.exitstatus ?= ?0/g,
    told: "ends the run with success",
  },
  { files: /\.(?:go|rs)$/, sign: /\bos\.Exit\(0\)|\bprocess::exit\(0\)/g, told: "ends the run with success" },
  { files: SCRIPT, sign: /^([ \t]*)return;?[ \t]*\n+\1(?=[^\s}])/gm, told: "returns before the end of a test" },
  { files: PYTHON, sign: /^([ \t]+)return[ \t]*\n+\1(?=\S)/gm, told: "returns before the end of a test" },
  { files: SCRIPT, sign: /\bcatch\s?(?:\(\w*\)\s?)?\{\s{0,99}\}/g, told: "swallows an error" },
  { files: PYTHON, sign: /\bexcept\b[^:\n]{0,99}:\s{1,99}pass\b/g, told: "swallows an error" },
  {
    files: /\.(?:[cm]?[jt]sx?)$/,
    sign: /@ts-(?:ignore|expect-error|nocheck)|eslint-disable|biome-ignore|istanbul ignore|c8 ignore|v8 ignore/g,
    told: "switches a check off",
    inComments: true,
  },
  {
    files: PYTHON,
    sign: /# ?(?:noqa|type: ?ignore|pragma: ?no cover|pylint: ?disable|ruff: ?noqa)/g,
    told: "switches a check off",
    inComments: true,
  },
  // Commands whose answer is lost.
  {
    files: COMMANDS,
    sign: /\|\|\s?(?:true|:|exit 0|echo\b)|;\s?true\b|&&\s?exit 0|\bset \+e\b/g,
    told: "lets a failing command count as success",
    inStrings: true,
  },
  { files: COMMANDS, sign: /(?:^|[;"'\t ])exit 0\b/gm, told: "ends with success whatever happened", inStrings: true },
  {
    files: /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[^/]+\.mk)$/,
    sign: /^\t-\S|^\.IGNORE\b/gm,
    told: "lets a failing command count as success",
    inStrings: true,
  },
  {
    files: /\.ya?ml$/,
    sign: /\bcontinue-on-error:\s?true|\ballow_failure:\s?true|^[ \t-]*if:\s?(?:false|\$\{\{\s?false)/gm,
    told: "lets a failing job count as success",
    inStrings: true,
  },
  {
    files: CONFIG,
    sign: /\bpassWithNoTests\b|--pass-with-no-tests\b|\ballowOnly\b/g,
    told: "passes without any test",
    inStrings: true,
  },
  {
    files: CONFIG,
    sign: /--bail\b|\bbail\s?[:=]\s?(?:true|\d)|--maxfail\b|--exitfirst\b/g,
    told: "stops before all tests have run",
    inStrings: true,
  },
  {
    files: CONFIG,
    sign: /\b(?:testPathIgnorePatterns|modulePathIgnorePatterns|coveragePathIgnorePatterns|testNamePattern|onlyChanged|norecursedirs)\b|--(?:deselect|ignore(?:-glob)?|exclude|grep|testNamePattern|testPathPattern|no-verify)\b|(?<![\w-])-k[ =]["']?not\b/g,
    told: "leaves tests out",
    inStrings: true,
  },
  {
    files: CONFIG,
    sign: /["']?\b(?:exclude|ignore|ignores|ignorePatterns|omit|extend-exclude|per-file-ignores)\b["']?\s?[:=]/g,
    told: "leaves files out",
    inStrings: true,
  },
  {
    files: CONFIG,
    sign: /\bignore_errors\s?=\s?[Tt]rue|"?\bstrict"?\s?[:=]\s?false|\bskipLibCheck\b|\bdangerouslyIgnoreUnhandledErrors\b|"noEmitOnError"\s?:\s?false|\bautotests\s?=\s?false|\bharness\s?=\s?false|\btest\s?=\s?false/g,
    told: "switches a check off",
    inStrings: true,
  },
];
