import type { AgentDriver } from "../../ports/agent.ts";
import { nameOf } from "../../record/person.ts";

/**
 * A person who has gone on by hand, as the one who worked: when their turn comes everything is done, and what lies in the
 * folder is looked at and judged like anybody's work.
 */
export const byHand = (person: string): AgentDriver => ({
  name: `${nameOf(person)}, by hand`,
  mounts: [],
  network: "none",
  reaches: [],
  probe: async () => ({ ok: true, told: "a person" }),
  open: async () => ({
    async *send() {
      yield { type: "ended", reason: "finished", text: "", question: null, usage: [] };
    },
    close: async () => {},
  }),
});
