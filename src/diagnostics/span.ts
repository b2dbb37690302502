/** A half-open range of UTF-16 offsets in one source file. */
export type Span = { file: string; start: number; end: number };

/** A file as it was read: `text` keeps its byte order mark and its line endings, so that edits fit it exactly. */
export type SourceFile = { path: string; text: string };

/** Line and column count from 1; columns count UTF-16 units, as editors and SARIF do. */
export type Position = { line: number; column: number };
