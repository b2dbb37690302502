/** The one character that text in Postgres cannot hold. */
export const withoutNul = (text: string): string => text.replaceAll("\0", "\uFFFD");
