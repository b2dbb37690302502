import { basename, dirname } from "node:path";
import { styleText } from "node:util";
import type { Command } from "commander";
import type { ListedReceipt } from "../../app/auditing/receipts.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { OUTCOME_WORD } from "../../telling/outcome-words.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

export function addReceipts(planwright: Command, exit: Exit): void {
  planwright
    .command("receipts")
    .summary("list what a branch has proven")
    .description(
      "List the receipts that a branch keeps of its plan; of a main branch, those of every finished plan. Whether to believe them is what `audit` says.",
    )
    .argument("[ref]", "a branch or commit", "HEAD")
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLES)
    .action(async (ref: string, options: { json?: true }, command: Command) => {
      exit(
        await inScene((scene) =>
          list(scene, ref, options.json ?? false, command.optsWithGlobals().color !== false && hasColor()),
        ),
      );
    });
}

const EXAMPLES = `
Examples:
  planwright receipts                   of the branch that is checked out
  planwright receipts plan/rate-limit

Exit status: 0 all receipts can be read and are signed, 1 one is not, 2 the command itself was wrong.`;

async function list(scene: Scene, ref: string, isJson: boolean, color: boolean): Promise<number> {
  const { receipts } = await import("../../app/auditing/receipts.ts");
  const { commit, receipts: found } = await receipts(scene, ref);
  if (isJson) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ref, commit, receipts: found })}\n`);
  } else if (found.length === 0) {
    await print(`${visibleText(ref)} has no receipts; they come with the first step that is accepted\n`);
  } else {
    for (const [folder, own] of Map.groupBy(found, ({ path }) => dirname(dirname(path)))) {
      // Which plan's they are is clear where there is one.
      if (own.length < found.length) await print(`${visibleText(basename(folder))}\n`);
      for (const receipt of own) await print(textOf(receipt, color));
    }
  }
  return found.every(isSound) ? exitCodes.ok : exitCodes.failed;
}

const isSound = (receipt: ListedReceipt): boolean => "proof" in receipt && receipt.key !== null;

function textOf(receipt: ListedReceipt, color: boolean): string {
  const paint = (tone: "green" | "red" | "dim", text: string): string =>
    color ? styleText(tone, text, { validateStream: false }) : text;
  const mark = isSound(receipt) ? paint("green", "✓") : paint("red", "✗");
  const signed = receipt.key === null ? paint("red", "NO VALID SIGNATURE") : `key …${receipt.key.slice(-12)}`;
  const [head = "", ...rest] = "refused" in receipt ? refused(receipt) : proven(receipt);
  const last = rest.pop() ?? "";
  return [
    `${mark} ${visibleText(head)}`,
    ...rest.map((line) => `     ${visibleText(line)}`),
    `     ${paint("dim", visibleText(last))}${paint("dim", last === "" ? "" : ", ")}${paint("dim", signed)}`,
    "",
  ].join("\n");
}

const refused = ({ path, refused: why }: Extract<ListedReceipt, { refused: string }>): string[] => [
  `${path} is not a receipt: ${why}`,
];

/** What nobody has signed proves nothing, whatever it says. */
function proven({ proof, key }: Extract<ListedReceipt, { proof: object }>): string[] {
  const { step, accepted, contracts, finishedAt, sandbox, trees, restored } = proof;
  const time = `${finishedAt.slice(0, 10)} ${finishedAt.slice(11, 16)} UTC`;
  return [
    `${step.number}. ${step.title}${proof.version === 1 || key === null ? "" : `: ${OUTCOME_WORD[proof.outcome]}`}`,
    ...(accepted.by === "eye" ? [`accepted by eye, by ${accepted.person}`] : []),
    ...contracts.flatMap(({ command, base, after, reverted }) => [
      `$ ${shortened(command)}`,
      [`${BEFORE[base.state]}, ${AFTER[after.state]}`, ...(REVERTED[reverted.state] ?? [])].join(", "),
    ]),
    ...(restored.length > 0
      ? [`put back from the base: ${restored.slice(0, 5).join(", ")}${restored.length > 5 ? " …" : ""}`]
      : []),
    ...(proof.version === 1 || proof.unannounced.length === 0
      ? []
      : [`tests changed without being announced: ${proof.unannounced.join(", ")}`]),
    ...(sandbox.isHolding ? [] : ["UNSANDBOXED: the contract ran without a sandbox"]),
    `attempt ${step.attempt}, ${time}, tree ${trees.proven.slice(0, 10)}`,
  ];
}

/** The first line, as far as it goes. */
function shortened(command: string): string {
  const first = command.split("\n", 1)[0] ?? "";
  return first.length < command.trimEnd().length || first.length > 100 ? `${first.slice(0, 99)}…` : first;
}

type State = "green" | "red" | "absent" | "not-run";

const BEFORE: Record<State, string> = {
  green: "PASSED BEFORE, TOO",
  red: "failed before",
  absent: "could not run before",
  "not-run": "NOT COMPARED",
};
const AFTER: Record<State, string> = {
  green: "passes after",
  red: "FAILS AFTER",
  absent: "CANNOT RUN AFTER",
  "not-run": "not run after",
};
const REVERTED: Record<State, string[]> = {
  green: ["ITS TESTS PASS WITHOUT THE WORK"],
  red: ["fails without the work"],
  absent: ["could not run without the work"],
  "not-run": [],
};
