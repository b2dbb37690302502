import type { Diagnostic } from "./diagnostic.ts";
import type { SourceFile, Span } from "./span.ts";
import { applyEdits } from "./text-edit.ts";

/** The files with every concealed span as bullets of the same length, so that all other offsets still hold. */
export function maskedSources(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
): readonly SourceFile[] {
  const concealed = Map.groupBy(concealedSpans(diagnostics), ({ file }) => file);
  if (concealed.size === 0) return sources;
  return sources.map((source) => {
    const spans = concealed.get(source.path);
    return spans ? { path: source.path, text: masked(source.text, spans) } : source;
  });
}

/** The diagnostics with no concealed text in their words. A fix that would write such a text is left to the author. */
export function withoutSecrets(diagnostics: readonly Diagnostic[], sources: readonly SourceFile[]): Diagnostic[] {
  const secrets = secretsOf(diagnostics, sources);
  if (secrets.size === 0) return [...diagnostics];
  return diagnostics.map(({ fix, ...diagnostic }) => ({
    ...diagnostic,
    message: concealedIn(diagnostic.message, secrets),
    ...(diagnostic.help !== undefined && { help: concealedIn(diagnostic.help, secrets) }),
    ...(fix?.edits.every(({ text }) => concealedIn(text, secrets) === text) && {
      fix: { ...fix, title: concealedIn(fix.title, secrets) },
    }),
  }));
}

const BULLET = "•";

const concealedSpans = (diagnostics: readonly Diagnostic[]): Span[] =>
  diagnostics.filter(({ conceal }) => conceal).map(({ span }) => span);

/** Line breaks stay, because a mask must not move the lines below it. */
function masked(text: string, spans: readonly Span[]): string {
  let end = 0;
  const edits = spans
    .toSorted((a, b) => a.start - b.start)
    .flatMap((span) => {
      const start = Math.max(span.start, end);
      if (span.end <= start) return [];
      end = span.end;
      return [{ ...span, start, text: text.slice(start, span.end).replace(/[^\r\n]/g, BULLET) }];
    });
  return applyEdits(text, edits);
}

/** Messages quote the beginning of long texts, so a secret is recognised by its first letters, or all of a short one. */
const ENOUGH = 12;
/** Less than this is no secret, and could be any word. */
const LEAST = 6;

/** How long a secret with these first letters can be. */
type Secrets = ReadonlyMap<string, number>;

function secretsOf(diagnostics: readonly Diagnostic[], sources: readonly SourceFile[]): Secrets {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const secrets = new Map<string, number>();
  for (const { file, start, end } of concealedSpans(diagnostics)) {
    const first = (texts.get(file) ?? "").slice(start, Math.min(end, start + ENOUGH));
    if (first.length >= LEAST) secrets.set(first, Math.max(secrets.get(first) ?? 0, end - start));
  }
  return secrets;
}

function concealedIn(text: string, secrets: Secrets): string {
  let result = "";
  for (let at = 0; at < text.length; ) {
    const length = secretLength(text, at, secrets);
    result += length > 0 ? BULLET.repeat(length) : text[at];
    at += Math.max(length, 1);
  }
  return result;
}

/** Up to where the word ends, or where the secret would. */
function secretLength(text: string, at: number, secrets: Secrets): number {
  for (let known = ENOUGH; known >= LEAST; known--) {
    const longest = secrets.get(text.slice(at, at + known));
    if (longest === undefined) continue;
    const rest = text.slice(at + known, at + longest).search(/[\s`"'…]/);
    return rest === -1 ? Math.min(longest, text.length - at) : known + rest;
  }
  return 0;
}
