/** Words that ask whoever reads them to publish something; `deed` finishes the sentence "asks its worker to …". */
export type PublishingRequest = { start: number; end: number; deed: string };

/**
 * The first place where a task asks its worker to commit, push, tag, publish or open a pull request. A sentence that
 * forbids it, tells what others do, or speaks of transactions, stacks and topics asks for nothing of the kind.
 */
export function publishingRequest(markdown: string): PublishingRequest | undefined {
  if (!/commit|push|publish|tag|pull|merge|release|\bPR\b|\bMR\b|gh |git |twine/i.test(markdown)) return undefined;
  for (const { start, text } of sentencesOf(markdown)) {
    const found = requestIn(text);
    if (found) return { ...found, start: start + found.start, end: start + found.end };
  }
  return undefined;
}

type Sentence = { start: number; text: string };

/** A sentence ends with its mark, an empty line, a list item or a line of a fence; a wrapped line goes on. */
function sentencesOf(markdown: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: ending, index } of markdown.matchAll(
    /[.!?;](?=\s)|\n(?=\s{0,8}(?:\n|[-*+]\s|\d{1,3}[.)]\s|`{3}|~{3}|#{1,6}\s|\$?\s?(?:git|gh|npm)\s))/g,
  )) {
    const end = index + ending.length;
    sentences.push({ start, text: markdown.slice(start, Math.min(end, start + LONGEST)) });
    start = end;
  }
  return [...sentences, { start, text: markdown.slice(start, start + LONGEST) }];
}

/** Nobody writes longer ones, and looking around in them would take long. */
const LONGEST = 2000;

function requestIn(sentence: string): PublishingRequest | undefined {
  const prose = withoutCode(sentence);
  const asked = [
    ...DEEDS.flatMap(({ deed, words }) => firstAsked(prose, words, deed)),
    ...commandsAsked(sentence, prose),
  ];
  return asked.sort((a, b) => a.start - b.start)[0];
}

/** Code has no verbs: `commit` in backticks is a name. */
const withoutCode = (text: string): string => text.replace(/`[^`]{0,500}`/g, (code) => " ".repeat(code.length));

const THINGS =
  "(?:(?:the|your|all|these|those|this|any|every|our|new|resulting|remaining|whole|final|updated?)\\s+){0,3}(?:[a-z]+\\s+)?";
const WORK =
  "(?:changes?|work|code|files?|edits?|fix(?:es)?|results?|everything|it|them|diff|updates?|migration|tests?)\\b";
const REQUEST = "(?:PRs?|MRs?|pull[-\\s]requests?|merge[-\\s]requests?)\\b";
/** `a PR template` is a file. */
const NO_COMPOUND =
  "(?!\\s+(?:template|list|page|comment|description|title|view|button|bot|check|model|type|table|number|endpoint|form|event|workflow|api))";

const DEEDS: readonly { deed: string; words: RegExp }[] = [
  {
    deed: "commit",
    words: words(
      `commit\\s*(?:\\s(?:and\\s+push\\b|${THINGS}${WORK}|(?:on|to|onto|in)\\s+(?:a|the|your|main|master)\\b(?!\\s+(?:database|db|store|state|log|disk))|with\\s+(?:the|a)\\s+message\\b)|[.,;]|$)`,
    ),
  },
  {
    deed: "commit",
    words: words(
      "(?:make|create)\\s+(?:a|one|the|another)\\s+(?:[a-z]+\\s+)?commits?\\b(?!\\s+(?:message|hook|hash|list|graph))",
    ),
  },
  {
    deed: "push",
    words: words(
      `push\\s*(?:\\s(?:to\\s+)?${THINGS}(?:branch|changes?|commits?|origin|remote|main|master|upstream|github|gitlab|tags?|repository|repo|it to (?:origin|github|the remote))\\b|[.,;]|$)`,
    ),
  },
  {
    deed: "tag a release",
    words: words(
      "tag\\s+(?:it\\s+as\\s+v|v?\\d|(?:the|a|this)\\s+(?:new\\s+)?(?:release|version|commit)\\b)|(?:create|push|add)\\s+(?:a|the)\\s+(?:git|release|version)\\s+tag\\b",
    ),
  },
  {
    deed: "publish",
    words: words(
      `publish\\s+(?:${THINGS}(?:package|release|crate|gem|version|image|library|module|extension)\\b|(?:it|them)?\\s*(?:to|on)\\s+(?:npm|pypi|crates\\.io|rubygems|maven|docker\\s?hub|the\\s+(?:npm\\s+|package\\s+)?registry)\\b)`,
    ),
  },
  {
    deed: "open a pull request",
    words: words(
      `(?:open\\s+(?:a|an|the|one|up\\s+a|your)|(?:create|submit|raise|file|make|send|put\\s+up|merge)(?:\\s+(?:a|an|the|one|your))?)\\s+(?:[a-z]+\\s+)?${REQUEST}${NO_COMPOUND}`,
    ),
  },
];

function words(source: string): RegExp {
  return new RegExp(`\\b(?:${source})`, "gi");
}

function firstAsked(prose: string, words: RegExp, deed: string): PublishingRequest[] {
  for (const { 0: match, index } of prose.matchAll(words)) {
    if (!isAsked(prose.slice(0, index)) || isAboutElse(prose)) continue;
    return [{ start: index, end: index + match.replace(/[\s.,;]+$/, "").length, deed }];
  }
  return [];
}

/** Whether a verb after these words is a demand: at the beginning of a clause, forbidden by nobody, of nobody else. */
function isAsked(before: string): boolean {
  const clause = before.slice(lastEnd(before, /\b(?:but|then|instead)\b|[;:]|,\s+and\b/gi));
  if (NEGATION.test(clause)) return false;
  if (OTHERS.test(before)) return false;
  return BEGINNING.test(before);
}

const NEGATION =
  /\b(?:not|never|don['’]t|doesn['’]t|mustn['’]t|shouldn['’]t|can['’]?t|cannot|without|avoid|no need|nor|neither|refrain|rather than)\b/i;
/** Whoever is told about here, it is not the worker. */
const OTHERS =
  /\b(?:that|which|who|lets?|users?|people|developers?|button|when|whenever|if|how|so|where|after|before|once|harness|planwright|engine|ci|bot|workflow)\b[^,]*$/i;
const BEGINNING =
  /(?:^|[,;:(]|\b(?:and|or|then|finally|also|please|next|now|afterwards|to|must|should|you))[\s>*_\-+#\d.)[\]]*$/i;

/** Where the last match ends; 0 when there is none. */
function lastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) end = index + match.length;
  return end;
}

const isAboutElse = (sentence: string): boolean =>
  /\b(?:transactions?|database|offsets?|kafka|stack|queue|array|heap|vuex|redux|events?|topics?|subscribers?|messages? (?:to|on)|metrics?|notifications?)\b/i.test(
    sentence,
  );

const COMMAND =
  /\b(?:git\s+(?:-C\s+\S{1,80}\s+)?(?:push|commit|tag\s+(?!-l|--list))|gh\s+(?:pr\s+(?:create|merge)|release\s+create)|glab\s+mr\s+create|(?:npm|pnpm|yarn|cargo|poetry|uv|vsce)\s+(?:npm\s+)?publish|twine\s+upload|docker\s+push|gem\s+push)\b/g;

/** A command is asked for when somebody is told to run it, or when it stands alone. */
function commandsAsked(sentence: string, prose: string): PublishingRequest[] {
  for (const { 0: command, index } of sentence.matchAll(COMMAND)) {
    const before = prose.slice(0, index);
    const isRun =
      /(?:^|\b(?:run|runs|execute|call|use|do|with|via|running|then|and|or|finally|by|type|invoke)\b|[,:])[\s$>*_\-+#\d.)]*$/i.test(
        before,
      );
    const isTold =
      /\b(?:document|describe|explain|mention|show|parse|mock|wrap|support|warn|detect|reject|forbid|block)\w*\b/i.test(
        before,
      );
    if (!isRun || isTold || NEGATION.test(before) || OTHERS.test(before)) continue;
    return [{ start: index, end: index + command.trimEnd().length, deed: deedOf(command) }];
  }
  return [];
}

function deedOf(command: string): string {
  if (/\bcommit\b/.test(command)) return "commit";
  if (/^(?:gh\s+pr|glab)/.test(command)) return "open a pull request";
  if (/^git\b.*\btag\b/.test(command)) return "tag a release";
  return /^git\b/.test(command) ? "push" : "publish";
}
