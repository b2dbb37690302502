/** A word as a shell reads it back, whatever is in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
