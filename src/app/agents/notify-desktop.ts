import { searchFolders } from "../../config/environment.ts";
import { answerTo } from "./agent-answer.ts";

/** Shows a notice on the person's desktop, where there is one and it can be told. Never throws. */
export async function notifyDesktop(title: string, text: string): Promise<void> {
  const argv = ["notify-send", "--app-name=planwright", "--", title, text];
  await answerTo({ argv, search: searchFolders(), seconds: LONGEST }).catch(() => null);
}

const LONGEST = 5;
