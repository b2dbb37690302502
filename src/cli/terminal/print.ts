/** Text for a person: where it goes to a terminal, no word is broken at its edge. What folds it is loaded only then. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.isTTY) return void process.stdout.write(text);
  const { folded } = await import("./folded.ts");
  process.stdout.write(folded(text, process.stdout));
}
