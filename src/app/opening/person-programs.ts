import { editorCommand, pagerCommand, personEnvironment } from "../../config/person-programs.ts";
import { runInTheForeground } from "../../programs/in-the-foreground.ts";

/** Opens a folder in the person's editor and waits for it. Null when they have named none. */
export async function openInEditor(path: string): Promise<number | null> {
  const editor = editorCommand();
  if (editor === null) return null;
  return runInTheForeground(["sh", "-c", `${editor} "$@"`, editor, path], { cwd: path, env: personEnvironment() });
}

/** Shows a text in the person's pager. False when they want none, or it is not there. */
export async function showInPager(text: Uint8Array, cwd: string): Promise<boolean> {
  const pager = pagerCommand();
  if (pager === null) return false;
  // As git has it: leave at the end of a short text, show colours, leave the text on the screen.
  const env = { LESS: "FRX", ...personEnvironment() };
  const status = await runInTheForeground(["sh", "-c", pager], { cwd, env, input: text });
  return status !== NOT_FOUND;
}

const NOT_FOUND = 127;
