/**
 * JSON as somebody else's program wrote it, which may be of any version. Whatever is missing, or is of another kind than
 * the one asked for, is empty.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** An event of the agent's: an object that says what it is. Null for any other line. */
export function eventIn(line: string): Fields | null {
  // Programs print a lot that is nothing of the kind, and a parser that gives up takes its time.
  if (!/^\s*\{/.test(line) || !/\}\s*$/.test(line.slice(-SOME_BLANKS))) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof fieldsOf(value).type === "string" ? fieldsOf(value) : null;
  } catch {
    return null;
  }
}

const SOME_BLANKS = 8;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What something costs, where that is told. Agents say 0 for a model whose price they do not know. */
export const costOf = (value: unknown): { usd?: number } => (countOf(value) > 0 ? { usd: countOf(value) } : {});

export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

/** The name of a session, which becomes a word of a command line: never an option, nor a path. */
export const sessionName = (value: unknown): string | null =>
  typeof value === "string" && /^[a-z\d][\w-]{0,127}$/i.test(value) ? value : null;
