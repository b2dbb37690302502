import type { Readable } from "node:stream";
import { WorkspaceError } from "../errors.ts";
import { explained, type GitOptions, notStarted, startGit } from "./git-process.ts";
import { objectId } from "./object-id.ts";

export type GitObject = { id: string; type: string; bytes: Buffer };

/** Reads objects by their id, in the order asked for. Throws when one is missing. */
export type ObjectReader = {
  read(ids: readonly string[]): Promise<GitObject[]>;
  /** Ends the git behind it; the next question starts another. */
  close(): void;
};

/**
 * One git answers all questions, because starting one takes longer than most answers. It ends by itself when nothing is
 * asked for a while, and with this process, whose end it is told by the end of its input.
 */
export function objectReader(options: GitOptions): ObjectReader {
  let batch: Batch | null = null;
  let idle: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(idle);
    batch?.end();
    batch = null;
  };
  return {
    close,
    async read(ids) {
      const wanted = ids.map(objectId);
      if (wanted.length === 0) return [];
      clearTimeout(idle);
      if (batch === null || batch.hasEnded()) batch = startBatch(options);
      try {
        return await batch.ask(wanted);
      } finally {
        clearTimeout(idle);
        idle = setTimeout(close, LONGEST_IDLE).unref();
      }
    },
  };
}

const LONGEST_IDLE = 5000;

type Batch = { ask(ids: readonly string[]): Promise<GitObject[]>; hasEnded(): boolean; end(): void };
type Question = {
  ids: readonly string[];
  found: GitObject[];
  resolve(found: GitObject[]): void;
  reject(why: unknown): void;
};

const BATCH = ["cat-file", "--batch"];

function startBatch(options: GitOptions): Batch {
  const git = startGit(BATCH, options);
  const waiting: Question[] = [];
  const answers = answerBuffer();
  const said: Buffer[] = [];
  let hasEnded = false;

  const fail = (why: unknown): void => {
    hasEnded = true;
    for (const question of waiting.splice(0)) question.reject(why);
  };
  /** Whoever waits for an answer is kept alive by it, and nobody else. */
  const keepAlive = (): void => {
    for (const handle of [git, git.stdin, git.stdout, git.stderr] as unknown as Handle[])
      if (waiting.length > 0) handle.ref();
      else handle.unref();
  };
  git.on("error", (error) => fail(notStarted(error, options.cwd ?? options.gitDir)));
  git.on("close", (code) =>
    fail(
      explained(BATCH, { code: code ?? -1, stdout: NOTHING, stderr: Buffer.concat(said).toString("utf8") }, options),
    ),
  );
  git.stdin.on("error", () => {});
  (git.stderr as Readable).on("data", (bytes: Buffer) => said.push(bytes));
  (git.stdout as Readable).on("data", (bytes: Buffer) => {
    answers.add(bytes);
    try {
      for (let [question] = waiting; question !== undefined; [question] = waiting) {
        const answer = answers.next(question.ids[question.found.length] ?? "");
        if (answer === null) break;
        question.found.push(answer);
        if (question.found.length < question.ids.length) continue;
        waiting.shift();
        settle(question);
      }
    } catch (error) {
      fail(error);
      git.stdin.end();
    }
    keepAlive();
  });
  return {
    ask: (ids) =>
      new Promise((resolve, reject) => {
        waiting.push({ ids, found: [], resolve, reject });
        keepAlive();
        git.stdin.write(`${ids.join("\n")}\n`);
      }),
    hasEnded: () => hasEnded,
    end: () => {
      hasEnded = true;
      git.stdin.end();
    },
  };
}

type Handle = { ref(): void; unref(): void };
const NOTHING = Buffer.alloc(0);

function settle({ found, resolve, reject }: Question): void {
  const missing = found.find(({ type }) => type === "missing");
  if (missing === undefined) resolve(found);
  else reject(new WorkspaceError("missing-object", `object ${missing.id} is not in this repository`));
}

/** Takes answers off what has arrived: `ID TYPE SIZE`, a line break, the bytes and another one, or `ID missing`. */
function answerBuffer(): { add(bytes: Buffer): void; next(id: string): GitObject | null } {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = 0;
  let text = NOTHING;
  let at = 0;
  return {
    add(bytes) {
      parts.push(bytes);
      size += bytes.length;
    },
    next(id) {
      // Joined only when the answer that is waited for can be there: a large one comes in many parts.
      if (parts.length > 0 && size + text.length - at >= needed) {
        text = Buffer.concat([text.subarray(at), ...parts]);
        [parts, size, at] = [[], 0, 0];
      }
      const line = text.indexOf(NEWLINE, at);
      if (line === -1 || text.length - at < needed) return null;
      const [named, type = "", length] = text.toString("latin1", at, line).split(" ");
      if (named !== id) throw new WorkspaceError("broken-object", `git was asked for ${id} and answered ${named}`);
      const from = line + 1;
      const to = from + Number(length ?? 0);
      const end = type === "missing" ? from : to + 1;
      needed = end - at;
      if (text.length < end) return null;
      needed = 0;
      at = end;
      return { id, type, bytes: type === "missing" ? NOTHING : text.subarray(from, to) };
    },
  };
}

const NEWLINE = 0x0a;
