import { secretsIn } from "../text/secrets.ts";
import { whereaboutsIn } from "../text/whereabouts.ts";
import type { Rule } from "./rule.ts";

export const secret: Rule = {
  code: "PW506",
  name: "secret",
  severity: "error",
  summary: "A plan holds a password, a token or a key.",
  why: "A plan is committed, pushed and handed to agents and their providers; a secret that was in it once belongs to all of them.",
  check({ parsed, report }) {
    const found = parsed.sources.flatMap(({ path, text }) => secretsIn(text).map((each) => ({ ...each, file: path })));
    if (found.length === 0) return;
    const whereabouts = whereaboutsIn(parsed);
    for (const { file, start, end, kind, hint } of found) {
      const span = { file, start, end };
      report(span, `${kind}${hint && ` (\`${hint}…\`)`} stands${whereabouts(span) || " in the plan"}`, {
        help: "name the variable it comes from, such as `$API_KEY`, and revoke this one if it was ever committed",
        conceal: true,
      });
    }
  },
};
