/** How tests are written in a language. Patterns that carry a `g` flag are only ever used with `matchAll`. */
export type Language = {
  comments: "slashes" | "hash";
  /** Where a test begins. The name is the last group that took part; with no group, the next string is the name. */
  test: RegExp;
  assertion: RegExp;
  /** Assertions that hold whatever the code does. */
  idle: RegExp;
  /** One test that stands for many. */
  table: RegExp;
};

export function languageOf(path: string): Language | null {
  return LANGUAGES.find(([names]) => names.test(path))?.[1] ?? null;
}

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [
    /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    {
      comments: "slashes",
      test: /(?<![\w$.])(?:[xf]?(?:it|describe|test)|suite|specify|context)(?:\.\w+){0,4}\s{0,9}(?=[(`<])/g,
      assertion:
        /(?<![\w$])(?:expect(?:TypeOf)?(?:\.(?:soft|poll))?\s?\(|assert(?:\.\w+){0,3}\s?\(|t\.(?:is|not|true|false|ok|equal|same|match|throws|deepEqual|like|truthy|falsy|rejects|strictEqual|notOk)\w*\()|\.should\.\w/g,
      idle: /expect\(\s*(?:true|1|!0)\s*\)\.(?:toBe|toEqual|toStrictEqual|to\.(?:be|equal)\w*)\(?\s*(?:true|1)?\s*\)?|expect\(\s*(?:true|1)\s*\)\.toBeTruthy|assert(?:\.ok|\.isTrue)?\(\s*(?:true|1|!0)\s*[,)]|assert\.(?:strictEqual|equal)\(\s*(true|\d+)\s*,\s*\1\s*[,)]/g,
      table: /\.(?:each|for)\b|\bfor\s{0,9}\(|\.forEach\(|\bfc\./g,
    },
  ],
  [
    /\.py$/,
    {
      comments: "hash",
      test: /^[ \t]*(?:async[ \t]+)?(?:def[ \t]+(test\w*)|class[ \t]+(Test\w*))/gm,
      assertion: /^[ \t]*assert\b|\bself\.assert\w+\(|\bpytest\.(?:raises|warns|fail)\(/gm,
      idle: /^[ \t]*assert[ \t]*\(?(?:True|1|not False|1 == 1)\)?[ \t]*(?:,|$)|\bself\.assertTrue\(\s*True\s*\)/gm,
      table: /\bparametrize\b|\bsubTest\(|^[ \t]*for\b|@given\b/gm,
    },
  ],
  [
    /\.go$/,
    {
      comments: "slashes",
      test: /^func[ \t]+((?:Test|Benchmark|Example|Fuzz)\w*)\(/gm,
      assertion: /\b[tbf]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require)\.\w+\(/g,
      idle: /\b(?:assert|require)\.True\(\s*t\s*,\s*true\b/g,
      table: /\bt\.Run\(|\bfor\b/g,
    },
  ],
  [
    /\.rs$/,
    {
      comments: "slashes",
      test: /#\[(?:\w+::)*test\b[^\]]{0,99}\]\s{0,99}(?:#\[[^\]]{0,99}\]\s{0,99}){0,9}(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/g,
      assertion: /\b(?:debug_)?assert\w*!\s?[([]|\bpanic!\(/g,
      idle: /\bassert!\(\s*true\s*[,)]|\bassert_eq!\(\s*(true|\d+)\s*,\s*\1\s*[,)]/g,
      table: /\bfor\b|#\[(?:case|rstest)\b/g,
    },
  ],
  [
    /\.(?:java|kt|scala|groovy|cs)$/,
    {
      comments: "slashes",
      test: /[@[](?:Test|ParameterizedTest|RepeatedTest|Fact|Theory|TestMethod)\b[^{;]{0,300}?\b(\w{1,200})\s?\(\s?\)/g,
      assertion: /\bassert\w*\s?\(|\bAssert\.\w+\(|\bverify\(|\.should\b/g,
      idle: /\bassertTrue\(\s*true\s*[,)]|\bassertEquals\(\s*(true|\d+)\s*,\s*\1\s*[,)]/g,
      table: /\bParameterizedTest\b|\bTheory\b|\bfor\b/g,
    },
  ],
  [
    /\.rb$/,
    {
      comments: "hash",
      test: /^[ \t]*(?:def[ \t]+(test_\w+)|[xf]?(?:it|describe|context|specify|test)[ \t(]+(?=["']))/gm,
      assertion: /\b(?:assert|refute)\w*[ (]|\bexpect\s?[({]|\.(?:must|wont)_\w|\.should\b/g,
      idle: /\bassert[ (]+true\b|\bexpect\(true\)\.to (?:be|eq)\(?\s?true/g,
      table: /\.each\b|\bshared_examples\b/g,
    },
  ],
  [
    /\.php$/,
    {
      comments: "slashes",
      test: /\bfunction\s+(test\w+)\s?\(|(?<![\w$>])(?:it|test)\s?\(\s?(?=["'])/g,
      assertion: /(?:->|::)assert\w+\(|\bexpect\(|->expectException\w*\(/g,
      idle: /(?:->|::)assertTrue\(\s*true\s*\)/g,
      table: /\bdataProvider\b|\bDataProvider\b|->with\(|\bforeach\b/g,
    },
  ],
  [
    /\.(?:bats|sh|bash)$/,
    {
      comments: "hash",
      test: /^[ \t]*(?:@test[ \t]+(?=["'])|(?:function[ \t]+)?(test_\w+)[ \t]*\(\))/gm,
      assertion: /\bassert\w*[ \t]|^[ \t]*(?:\[\[?|test)[ \t]/gm,
      idle: /^[ \t]*\[\[?[ \t]+1[ \t]+-eq[ \t]+1[ \t]+\]/gm,
      table: /\bfor\b/g,
    },
  ],
  [
    /\.(?:cc|cpp|cxx|c|swift)$/,
    {
      comments: "slashes",
      test: /\b(?:TEST(?:_F|_P)?\(\s?(\w+,\s?\w+)|TEST_CASE\(\s?(?=")|func\s+(test\w+)\()/g,
      assertion: /\b(?:ASSERT|EXPECT|REQUIRE|CHECK|XCTAssert)\w*\(|\bassert\(/g,
      idle: /\b(?:ASSERT|EXPECT)_TRUE\(\s*true\s*\)|\bassert\(\s*(?:1|true)\s*\)/g,
      table: /\bfor\b|\bTEST_P\b/g,
    },
  ],
];
