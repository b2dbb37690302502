import type { Inbox } from "../ports/store.ts";
import type { Answered, InboxItem, Question } from "../record/question.ts";
import type { Database } from "./database.ts";

export const inboxOn = (database: Database): Inbox => ({
  async open({ run = null, repository = null }) {
    const rows = await database.once<Row>(
      `${ITEMS} join planwright.runs on runs.id = questions.run
       where is_open and not is_over and ($1::text is null or runs.id = $1) and ($2::text is null or repository = $2)
       order by is_critical desc, asked_at, questions.seq`,
      [run, repository],
    );
    return rows.map(itemOf);
  },
  async get(id) {
    const rows = await database.once<Row>(`${ITEMS} where id = $1`, [id]);
    return rows.map(itemOf)[0] ?? null;
  },
});

type Row = { question: Question; askedAt: Date; answered: Answered | null };

const ITEMS = `select question, asked_at as "askedAt", answered from planwright.questions`;

const itemOf = ({ question, askedAt, answered }: Row): InboxItem => ({
  ...question,
  askedAt: askedAt.toISOString(),
  answered,
});
