import { randomUUID } from "node:crypto";
import { topicNameFault } from "../../plan/topic-name.ts";
import type { PostedMessage, Store, TopicSummary } from "../../ports/store.ts";
import { nameOf } from "../../record/person.ts";
import { BY_PERSON } from "../../record/post-key.ts";
import { type RepositoryId, repositoryIdOf } from "../../record/repository-id.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";
import { Refused } from "../../std/refusal.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { openHome } from "../opening/home.ts";
import type { Scene } from "../opening/scene.ts";
import { isAnythingRemembered } from "../runs/remembered-runs.ts";

export type { PostedMessage, TopicSummary };

/** The topics of this repository to which something was posted. */
export const listTopics = (scene: Scene): Promise<TopicSummary[]> =>
  remembered(scene, (store, repository) => store.topics.list(repository), []);

/** What anybody has posted to a topic of this repository, oldest first; the last ones, or all. */
export async function readTopic(scene: Scene, name: string, last: number | null): Promise<PostedMessage[]> {
  refuseBadName(name);
  const found = await remembered(scene, (store, repository) => store.topics.read(repository, name, last), []);
  // Their address is nobody's business but git's.
  return found.map((message) => ({ ...message, by: nameOf(message.by) }));
}

/**
 * Posts in the name of whoever gives the command. True for the first message of a topic. Throws `Refused` for a name
 * that no topic can have and for what nobody could read.
 */
export async function postToTopic(scene: Scene, name: string, bytes: Bytes): Promise<boolean> {
  refuseBadName(name);
  const text = await textOf(bytes);
  return inRepository(scene, async (store, repository) => {
    const isFirst = (await store.topics.read(repository, name, 1)).length === 0;
    const key = `${BY_PERSON}${randomUUID()}`;
    await store.topics.post({ repository, topic: name, key, by: scene.person, text });
    return isFirst;
  });
}

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
type Work<T> = (store: Store, repository: RepositoryId) => Promise<T>;

/** No database is made only to find nothing in it. */
async function remembered<T>(scene: Scene, work: Work<T>, nothing: T): Promise<T> {
  if (isAnythingRemembered()) return inRepository(scene, work);
  locateRepository(scene.cwd);
  return nothing;
}

async function inRepository<T>(scene: Scene, work: Work<T>): Promise<T> {
  const facts = locateRepository(scene.cwd);
  // Refuses a home that the repository's work could reach.
  openHome(facts.top);
  return work(await scene.store(), repositoryIdOf(facts));
}

function refuseBadName(name: string): void {
  const fault = topicNameFault(name);
  if (fault !== null)
    throw new Refused("bad-text", `${name === "" ? "the topic's name" : `the topic's name \`${name}\``} ${fault}`);
}

/** Read no further than a message may be long: who pipes a whole log need not wait for its end. */
async function textOf(bytes: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Refused("bad-text", TOO_LONG);
    chunks.push(chunk);
  }
  const { text, faults } = decodeUtf8(Buffer.concat(chunks));
  if (faults.length > 0)
    throw new Refused("bad-text", "what is to be posted is no text; it must be UTF-8 without NUL bytes");
  if (text.trim() === "")
    throw new Refused("incomplete", "there is nothing to post; give a text, or `-` to read standard input");
  return text.trimEnd();
}

const MOST_BYTES = 64 * 1024;
const TOO_LONG =
  "a message has 64 kB at most; commit the text as a file, let steps subscribe to it as `file:PATH`, and post what is in it";
