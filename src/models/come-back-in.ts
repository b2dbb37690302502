/** How long a provider asks to be left alone, in milliseconds, by the headers and the text of its refusal. */
export function comeBackIn(headers: Readonly<Record<string, string>>, body: string, now = Date.now()): number | null {
  const exact = Number(headers["retry-after-ms"]?.trim() || Number.NaN);
  if (exact >= 0) return exact;
  const after = headers["retry-after"]?.trim();
  if (after) return fromHeader(after, now);
  // Google says it in the text.
  const delay = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  return delay === undefined ? null : Math.ceil(Number(delay) * 1000);
}

/** Seconds, or a date. */
function fromHeader(after: string, now: number): number | null {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
