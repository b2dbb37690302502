import { styleText } from "node:util";
import type { Command } from "commander";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";

export function addDoctor(planwright: Command, exit: Exit): void {
  planwright
    .command("doctor")
    .summary("say what this machine lacks, and what to type")
    .description(
      "Try everything that a run needs here: the sandbox from inside, git, the tools on PATH, and every agent as far as that costs nothing.",
    )
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER)
    .action(async ({ json }: { json?: true }, command: Command) => {
      exit(
        await inScene((scene) => doctor(scene, json ?? false, command.optsWithGlobals().color !== false && hasColor())),
      );
    });
}

const AFTER = `
Examples:
  planwright doctor
  planwright doctor --json | jq '.findings[] | select(.state == "ill")'

Exit status: 0 contracts can run, 1 something must be repaired first, 2 the command itself was wrong.`;

const SIGNS = { well: ["✓", "green"], weak: ["!", "yellow"], ill: ["✗", "red"] } as const;

async function doctor(scene: Scene, isJson: boolean, color: boolean): Promise<number> {
  const { examine } = await import("../../app/machine/doctor.ts");
  const { wrapped } = await import("../terminal/fit.ts");
  /** Only where somebody watches: what is piped is searched line by line. */
  const width = process.stdout.columns || Number.POSITIVE_INFINITY;
  const hanging = (text: string, indent: number): string =>
    wrapped(visibleText(text), width - indent).join(`\n${"".padEnd(indent)}`);
  const findings = await patiently((trying) => examine(scene, trying));
  const isIll = findings.some(({ state }) => state === "ill");
  if (isJson) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, findings })}\n`);
  } else {
    for (const { state, what, told, more = [], remedy } of findings) {
      const [sign, tone] = SIGNS[state];
      const mark = color ? styleText(tone, sign, { validateStream: false }) : sign;
      process.stdout.write(`${mark} ${visibleText(what).padEnd(12)} ${hanging(told, 15)}\n`);
      for (const line of more) process.stdout.write(`${"".padEnd(15)}${hanging(line, 17)}\n`);
      if (remedy !== undefined) process.stdout.write(`${"".padEnd(15)}→ ${hanging(remedy, 17)}\n`);
    }
    process.stdout.write(
      `\n${isIll ? "contracts cannot run here before what is marked ✗ is repaired" : "contracts can run here"}\n`,
    );
  }
  return isIll ? exitCodes.failed : exitCodes.ok;
}

/** Says what takes its time, once it has taken a second. */
async function patiently<T>(act: (trying: (names: readonly string[]) => void) => Promise<T>): Promise<T> {
  const { progressLine } = await import("../terminal/progress-line.ts");
  const progress = progressLine();
  let show = (): void => progress.show("looking at this machine");
  const timer = setTimeout(() => show(), 1000);
  try {
    return await act((names) => {
      show = () => progress.show(`starting ${names.join(", ")}`);
      timer.refresh();
    });
  } finally {
    clearTimeout(timer);
    progress.clear();
  }
}
