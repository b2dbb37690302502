import { topicNameFault } from "../plan/topic-name.ts";
import type { Heard, PostedMessage, Topics } from "../ports/store.ts";
import { BY_PERSON } from "../record/post-key.ts";
import type { Database } from "./database.ts";
import { StoreError } from "./store-error.ts";

export const topicsOn = (database: Database): Topics => ({
  async post({ repository, topic, key, by, text }) {
    const fault = topicNameFault(topic);
    if (fault !== null) throw new StoreError("bad-topic", `nothing can be posted to \`${topic}\`: its name ${fault}`);
    await database.once(
      `insert into planwright.messages (repository, topic, key, message) values ($1, $2, $3, $4)
       on conflict (repository, topic, key) do nothing`,
      [repository, topic, key, JSON.stringify({ by, text })],
    );
  },
  async read(repository, topic, most, heard) {
    const rows = await database.once<{ message: Omit<PostedMessage, "at">; at: Date }>(MESSAGES, [
      ...[repository, topic, most],
      ...[heard?.run ?? null, heard && beginningsOf(heard), BY_PERSON],
    ]);
    return rows.reverse().map(({ message, at }) => ({ ...message, at: at.toISOString() }));
  },
  async list(repository) {
    const rows = await database.once<{ topic: string; messages: number; lastAt: Date }>(TOPICS, [repository]);
    return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
  },
});

const beginningsOf = ({ run, steps }: Heard): string[] => steps.map((step) => `${run}/${step}/`);

/** When a run was created and when something was posted, the same clock says. */
const MESSAGES = `
  select message, at from planwright.messages
  where repository = $1 and topic = $2 and (
    $4::text is null
    or exists (select from unnest($5::text[]) as beginning where starts_with(key, beginning))
    or (starts_with(key, $6) and at >= (select created_at from planwright.runs where id = $4))
  )
  order by id desc limit $3
`;

/** By the bytes of a name, so that the order is the same in every database. */
const TOPICS = `
  select topic, count(*)::integer as messages, max(at) as "lastAt" from planwright.messages
  where repository = $1 group by topic order by topic collate "C"
`;
