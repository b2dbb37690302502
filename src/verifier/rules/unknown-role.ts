import { ALIAS } from "../../roles/roles.ts";
import { adviceOnNames } from "../naming/advice-on-name.ts";
import type { Rule } from "./rule.ts";

export const unknownRole: Rule = {
  code: "PW403",
  name: "unknown-role",
  severity: "warning",
  summary: "A step is meant for a role that does not exist.",
  why: "The role decides which model works on the step and what it may write; a role nobody knows decides nothing.",
  check({ parsed, world, report }) {
    const roles = [...new Set([...world.roles, ALIAS])];
    const isRole = new Set(roles);
    const adviceOn = adviceOnNames(parsed, "roles", roles);
    for (const [index, { target = "", status }] of parsed.plan.steps.entries()) {
      if (target === "" || status === "done" || isRole.has(target)) continue;
      const pointer = `/steps/${index}/target`;
      report(parsed.at(pointer), `there is no role \`${target}\``, adviceOn(pointer, target));
    }
  },
};
