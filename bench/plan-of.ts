/** A plan without faults, each step waiting for the one before it. */
export function planOf(steps: number): string {
  return `${HEAD}${Array.from({ length: steps }, (_, index) => stepOf(index + 1)).join("")}`;
}

const HEAD = `---
type: plan
status: draft
owner: orchestrator
---

# Write the chapters

**Budget:** max 100M tokens, $2000.00, 100 hours

## Steps
`;

function stepOf(number: number): string {
  return `
### ${number}. Write chapter ${number}

**target:** coder
${number === 1 ? "" : `**subscriptions:**\n- file:${chapter(number - 1)}\n`}
**task:**
Write \`${chapter(number)}\` so that it follows on from the chapter before it.

**contract:**
\`\`\`shell
grep -q "Chapter ${number}" ${chapter(number)}
\`\`\`
exit_code == 0
**on_fail:** retry(1), then escalate
`;
}

function chapter(number: number): string {
  return `book/chapter-${number}.txt`;
}
