import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeptOutputs } from "./kept-outputs.ts";
import type { HandsMessage, HandsRequest, HandsSettings } from "./messages.ts";
import { openPlaces } from "./place.ts";
import { commandRunner } from "./run-command.ts";
import { useTool } from "./use-tool.ts";

// The program that runs in the worker's sandbox: a request to a line on standard input, answers on standard output. It
// ends with its input, and takes along what commands have left.

const settings: HandsSettings = JSON.parse(process.argv[2] ?? "");
const outputs = openKeptOutputs(join(tmpdir(), "outputs"));
const places = openPlaces(settings, outputs.folder);
const commands = commandRunner(places.tree, outputs);
const world = { mode: settings.mode, places, outputs, commands };

const say = (message: HandsMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

// Nobody listens any more.
process.stdout.on("error", () => process.exit(1));

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text: string) => {
  const lines = `${rest}${text}`.split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) void answer(JSON.parse(line));
});
process.stdin.once("end", async () => {
  await commands.endAll();
  process.exit(0);
});
say({ is: "ready" });

async function answer({ id, tool, input }: HandsRequest): Promise<void> {
  const see = (bytes: Uint8Array): void => say({ is: "output", id, base64: Buffer.from(bytes).toString("base64") });
  say({ is: "used", id, ...(await useTool(world, tool, input, see)) });
}
