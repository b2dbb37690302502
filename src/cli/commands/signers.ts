import type { Command } from "commander";
import type { ListedSigner, ListedSigners } from "../../app/auditing/signers.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import { print } from "../terminal/print.ts";

export function addSigners(planwright: Command, exit: Exit): void {
  const signers = planwright
    .command("signers")
    .summary("say who may sign plans")
    .description(
      "Name the keys that sign plans of your team, in the file allowed_signers at the top of the repository. An audit knows whom the main branch has named before a plan began.",
    )
    .helpCommand(false)
    .addHelpText("after", AFTER);
  signers
    .command("add")
    .summary("name this machine's key, or another person's")
    .description(
      "Write a line for this machine's key, or for a public key in a file, to allowed_signers. Commit it on the main branch.",
    )
    .argument("[key-file]", "another person's public key; without it, the key of this machine")
    .option("--as <name>", "whose it is; without it, your address as git knows it, or what the key's file says")
    .addHelpText("after", AFTER_ADD)
    .action(async (keyFile: string | undefined, { as }: { as?: string }) => {
      await inScene((scene) => add(scene, keyFile, as));
      exit(exitCodes.ok);
    });
  signers
    .command("list")
    .summary("list who may sign")
    .description("List who may sign plans, on the main branch and in this checkout.")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER_LIST)
    .action(async ({ json }: { json?: true }) => {
      await inScene((scene) => list(scene, json ?? false));
      exit(exitCodes.ok);
    });
}

const EXIT_STATUS = "Exit status: 0; 2 there is no such key, it cannot be named so, or the command was wrong.";

const AFTER = `
Examples:
  planwright signers add                 this machine's key, in your name
  planwright signers add bob.pub         somebody else's
  planwright signers list

${EXIT_STATUS}`;

const AFTER_ADD = `
Examples:
  planwright signers add
  planwright signers add --as ci@example.com          on the machine that carries plans out
  planwright signers add bob.pub --as bob@example.com

${EXIT_STATUS}`;

const AFTER_LIST = `
Examples:
  planwright signers list
  planwright signers list --json | jq -r '.signers[].name'

${EXIT_STATUS}`;

async function add(scene: Scene, keyFile: string | undefined, as: string | undefined): Promise<void> {
  const { addSigner } = await import("../../app/auditing/signers.ts");
  const { name, isOwn, added } = await addSigner(scene, {
    ...(keyFile !== undefined && { keyFile }),
    ...(as !== undefined && { as }),
  });
  const whose = isOwn ? "this machine's key" : "that key";
  if (!added) {
    await print(visibleText(`allowed_signers names ${whose} already: ${name}`).concat("\n"));
    return;
  }
  await print(visibleText(`allowed_signers names ${whose} now: ${name}`).concat("\n", COMMIT_IT));
}

const COMMIT_IT = `commit it on the main branch; it counts for plans that start after that:
  git add allowed_signers && git commit -m "Say who may sign"
`;

async function list(scene: Scene, isJson: boolean): Promise<void> {
  const { listSigners } = await import("../../app/auditing/signers.ts");
  const listed = await listSigners(scene);
  if (isJson) {
    const { printableJson } = await import("../terminal/printable-json.ts");
    process.stdout.write(`${printableJson({ version: 1, ...listed })}\n`);
    return;
  }
  await print(textOf(listed));
}

function textOf({ main, signers, faults }: ListedSigners): string {
  if (signers.length + faults.length === 0) return `no signer is named yet; ${ADDS_OWN}\n`;
  return [
    ...signers.map((signer) => `${signer.name}  key …${signer.publicKey.slice(-12)}  ${standing(signer, main)}`),
    ...faults.map(({ line, why }) => `line ${line} is not used: ${why}`),
    ...(signers.some(({ isOwn }) => isOwn) ? [] : [`this machine's key is not among them; ${ADDS_OWN}`]),
  ]
    .map((line) => `${visibleText(line)}\n`)
    .join("");
}

const ADDS_OWN = "`planwright signers add` names this machine's key";

/** As `add` writes it: all that an audit asks for. */
const USUAL = "git,planwright-receipt";

function standing(signer: ListedSigner, main: string | null): string {
  const { isOwn, isOnMain, isInCheckout, namespaces, validAfter, validBefore } = signer;
  const place = isOnMain ? `on ${main}` : `not on ${main ?? "a main branch"} yet, so it does not count`;
  return [
    ...(isOwn ? ["this machine"] : []),
    isOnMain && !isInCheckout ? `${place}, and not in this checkout` : place,
    ...(namespaces === null || namespaces === USUAL ? [] : [`for ${namespaces}`]),
    ...(validAfter === null ? [] : [`from ${validAfter}`]),
    ...(validBefore === null ? [] : [`until ${validBefore}`]),
  ].join(", ");
}
