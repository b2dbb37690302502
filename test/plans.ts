/** A one-file plan; each step is its heading's title and the lines below it. */
export function stepsPlan(...steps: { title?: string; lines?: string[]; contract?: string }[]): string {
  const head = ["---", "type: plan", "status: draft", "owner: orchestrator", "---", "", "# A plan", "", "## Steps", ""];
  return [...head, ...steps.flatMap((step, index) => stepLines(index + 1, step))].join("\n");
}

function stepLines(
  number: number,
  {
    title = "A step",
    lines = [],
    contract = `test -s docs/${number}.md`,
  }: { title?: string; lines?: string[]; contract?: string },
): string[] {
  return [
    `### ${number}. ${title}`,
    "",
    "**target:** coder",
    ...lines,
    "",
    "**task:**",
    `Write \`docs/${number}.md\`.`,
    "",
    "**contract:**",
    "```shell",
    contract,
    "```",
    "exit_code == 0",
    "**on_fail:** retry(1), then escalate",
    "",
  ];
}
