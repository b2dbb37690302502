import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";

/** Shows git's patch in the person's pager, or straight where they want none. */
export async function showPatch(scene: Where, patch: Uint8Array, { usesPager = true } = {}): Promise<void> {
  if (usesPager && (await paged(scene, patch))) return;
  process.stdout.write(forTerminal(patch));
}

/** The same for a text that is safe to print. */
export async function showText(scene: Where, text: string): Promise<void> {
  if (!(await paged(scene, Buffer.from(text)))) process.stdout.write(text);
}

type Where = Pick<Scene, "cwd">;

async function paged({ cwd }: Where, bytes: Uint8Array): Promise<boolean> {
  const { showInPager } = await import("../../app/opening/person-programs.ts");
  return showInPager(bytes, cwd);
}

/** Whatever a worker has written must not reach the terminal as an order; git's own colours may. */
const forTerminal = (patch: Uint8Array): string =>
  Buffer.from(patch)
    .toString("utf8")
    .split("\n")
    .map((line) => line.split(COLOR).map(visibleUnlessColor).join(""))
    .join("\n");

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal's colours begin with
const COLOR = /(\x1b\[[\d;]*m)/;

const visibleUnlessColor = (part: string, index: number): string =>
  index % 2 === 1 ? part : part.split("\t").map(visibleText).join("\t");
