import { notices, showsNotices } from "../../config/environment.ts";
import { visibleText } from "../../std/visible-text.ts";

/**
 * Whoever looks elsewhere by now hears that something waits: a bell, and a notice on the desktop, by the terminal where
 * it knows how, or else by `notify-send`. Only in a terminal.
 */
export async function callPerson(plan: string, headline: string): Promise<void> {
  const { stderr } = process;
  const wanted = notices();
  if (!stderr.isTTY || wanted === "off") return;
  stderr.write(BELL);
  if (wanted === "bell") return;
  const told = visibleText(`${plan} waits for you: ${headline}`).slice(0, MOST);
  if (showsNotices()) stderr.write(`\x1b]9;${told}${BELL}`);
  else {
    const { notifyDesktop } = await import("../../app/agents/notify-desktop.ts");
    // Nobody waits for a desktop.
    void notifyDesktop("Planwright", told);
  }
}

const BELL = "\x07";
const MOST = 200;
