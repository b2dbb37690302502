import type { PostedMessage, Topics } from "../ports/store.ts";
import type { Database } from "./database.ts";

export const topicsOn = (database: Database): Topics => ({
  async post({ commonDir, topic, key, by, text }) {
    await database.once(
      `insert into planwright.messages (common_dir, topic, key, message) values ($1, $2, $3, $4)
       on conflict (common_dir, topic, key) do nothing`,
      [commonDir, topic, key, JSON.stringify({ by, text })],
    );
  },
  async read(commonDir, topic, most, keys) {
    const rows = await database.once<{ message: Omit<PostedMessage, "at">; at: Date }>(
      `select message, at from planwright.messages
       where common_dir = $1 and topic = $2
         and ($4::text[] is null or exists (select from unnest($4::text[]) as start where starts_with(key, start)))
       order by id desc limit $3`,
      [commonDir, topic, most, keys ?? null],
    );
    return rows.reverse().map(({ message, at }) => ({ ...message, at: at.toISOString() }));
  },
});
