/** The line ending a file already uses, so that an edit does not mix two. */
export const lineEndingOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";

/** LF text in the file's own line endings. */
export const inLineEndings = (text: string, ending: string): string => text.replace(/\r\n?|\n/g, ending);
