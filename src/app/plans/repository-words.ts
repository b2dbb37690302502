import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/**
 * Tells whether a word stands in any text file of a repository, the plan at `planPath` left out. Files are read one by
 * one until the word is found, each at most once per process. In a repository too large to look through, or with a
 * folder nobody may look into, the answer is always yes.
 */
export function repositoryWords(top: string, planPath: string, limits = LIMITS): (word: string) => boolean {
  const own = realPath(planPath);
  const key = `${top}\n${own}`;
  const reader = readers.get(key) ?? wordReader(top, own, limits);
  readers.set(key, reader);
  return reader;
}

/** A repository with more than this takes too long to look through while a person waits; larger files hold data. */
const LIMITS = { files: 5_000, folders: 5_000, bytes: 50 * 1024 * 1024, fileBytes: 512 * 1024 };

const readers = new Map<string, (word: string) => boolean>();

function wordReader(top: string, own: string, limits: typeof LIMITS): (word: string) => boolean {
  const words = new Set<string>();
  let unread: string[] | null | undefined;
  const isThere = (word: string, files: string[]): boolean => {
    while (!words.has(word)) {
      const file = files.pop();
      if (file === undefined) return false;
      for (const each of wordsIn(textOf(file))) words.add(each);
    }
    return true;
  };
  return (asked) => {
    if (unread === undefined) unread = textFiles(top, own, limits);
    const files = unread;
    // What is no single word is there when all of its words are.
    return files === null || wordsIn(asked).every((word) => isThere(word, files));
  };
}

/** A function, because V8 takes a millisecond to build these classes, and few plans ask. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];

/** The files worth reading; null when they are too many, or not all can be seen. */
function textFiles(top: string, own: string, limits: typeof LIMITS): string[] | null {
  const files: string[] = [];
  const folders = [realPath(top)];
  let bytes = 0;
  // The row of folders grows while it is walked along.
  for (const folder of folders) {
    const entries = entriesOf(folder);
    if (entries === null || folders.length > limits.folders) return null;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (path === own) continue;
      // A symbolic link is neither: it may leave the repository, and inside of it its target is met anyway.
      if (entry.isDirectory() && !isForeign(entry.name)) folders.push(path);
      if (!entry.isFile()) continue;
      const size = sizeOf(path);
      if (size > limits.fileBytes) continue;
      bytes += size;
      if (files.push(path) > limits.files || bytes > limits.bytes) return null;
    }
  }
  return files;
}

/** Folders that hold what others wrote or what a build made; a name with a dot in front is a tool's own. */
const FOREIGN =
  /^(?:\..*|node_modules|bower_components|jspm_packages|vendor|venv|env|virtualenv|site-packages|__pycache__|target|dist|build|out|obj|coverage|Pods|DerivedData)$/;

const isForeign = (folder: string): boolean => FOREIGN.test(folder);

function entriesOf(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** A file that is gone by now, or that nobody may read, has no size and no words. */
function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, TELLING).includes(0) ? "" : bytes.toString("utf8");
  } catch {
    return "";
  }
}

/** A NUL among the first bytes gives a binary away, as it does for git. */
const TELLING = 8_000;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
