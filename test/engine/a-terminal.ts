import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { prerequisite } from "../prerequisite.ts";

export const tmux = prerequisite("tmux", spawnSync("tmux", ["-V"]).status === 0, "apt-get install tmux");

/** A terminal in which a shell waits, with a person's hands and eyes. */
export type ATerminal = {
  type(text: string): void;
  press(key: string): void;
  resize(columns: number): void;
  /** What it shows now; `joined` without the line breaks that the terminal itself had to make. */
  screen(how?: "joined"): string;
  /** Every byte that is written to it from now on goes into this file. */
  recordTo(file: string): void;
  isCursorVisible(): boolean;
  /** Waits until it shows this, and returns all it shows. */
  sees(pattern: RegExp): Promise<string>;
};

let terminals = 0;

export function aTerminal(
  cwd: string,
  env: Readonly<Record<string, string>>,
  { columns = 100, rows = 40 } = {},
): ATerminal {
  const server = `planwright-${process.pid}-${terminals++}`;
  const ask = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync("tmux", ["-L", server, "-f", "/dev/null", ...args], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, ...env, PS1: "$ ", HISTFILE: "" },
    });
    if (status !== 0) throw new Error(`tmux ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  ask("new-session", "-d", "-x", String(columns), "-y", String(rows), "bash --norc --noprofile");
  onTestFinished(() => void spawnSync("tmux", ["-L", server, "kill-server"]));
  const screen = (how?: "joined"): string =>
    ask("capture-pane", "-p", "-S", "-200", ...(how === "joined" ? ["-J"] : []));
  return {
    screen,
    type: (text) => void ask("send-keys", "-l", text),
    recordTo: (file) => void ask("pipe-pane", `cat > ${file}`),
    press: (key) => void ask("send-keys", key),
    resize: (columns) => void ask("resize-window", "-x", String(columns)),
    isCursorVisible: () => ask("display-message", "-p", "#{cursor_flag}").trim() === "1",
    async sees(pattern) {
      for (let tries = 0; tries < 600; tries++) {
        const shown = screen();
        if (pattern.test(shown)) return shown;
        await sleep(50);
      }
      throw new Error(`${pattern} is not on the screen:\n${screen()}`);
    },
  };
}
