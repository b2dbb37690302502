import { createFile, deleteFile, updateFile, writeFile } from "./edit-files.ts";
import { gitDiff, gitLog } from "./git-tools.ts";
import type { KeptOutputs } from "./kept-outputs.ts";
import { listDirectory } from "./list-directory.ts";
import type { HandsSettings, Outcome } from "./messages.ts";
import type { Places } from "./place.ts";
import { readLines } from "./read-file.ts";
import type { CommandRunner } from "./run-command.ts";
import { searchCode } from "./search-code.ts";
import { Trouble } from "./trouble.ts";

export type World = { mode: HandsSettings["mode"]; places: Places; outputs: KeptOutputs; commands: CommandRunner };

/** The values of an input, which was checked outside: what is missing may be missing. */
type Input = { [name in TextName]: string } & { [name in NumberName]?: number } & { all?: boolean };
type TextName = "path" | "content" | "old" | "new" | "pattern" | "command";
type NumberName = "from_line" | "lines" | "most" | "depth" | "seconds";

/** Uses one tool. Never rejects. Those of the other mode are refused here as well: whoever asks may be wrong. */
export async function useTool(
  world: World,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  see: (bytes: Uint8Array) => void,
): Promise<Outcome> {
  try {
    const use = Object.hasOwn(IN_MODE[world.mode], tool) ? IN_MODE[world.mode][tool] : undefined;
    if (use === undefined) throw new Trouble("refused", `${tool} is not there in ${world.mode} mode`);
    return await use(world, input as never, see);
  } catch (error) {
    if (error instanceof Trouble) return { state: error.state, text: error.message, diff: null };
    return { state: "failed", text: `${tool} failed: ${error instanceof Error ? error.message : error}`, diff: null };
  }
}

type Use = (
  world: World,
  input: Input & { glob?: string; from?: string },
  see: (bytes: Uint8Array) => void,
) => Outcome | Promise<Outcome>;

const gitWorld = ({ places, outputs }: World) => ({ tree: places.tree, outputs });

const READING: Readonly<Record<string, Use>> = {
  read_file: ({ places }, { path, from_line, lines }) =>
    readLines(places.toRead(path), { ...(from_line && { from: from_line }), ...(lines && { lines }) }),
  search_code: (world, { path = ".", pattern, glob, most }) =>
    searchCode(gitWorld(world), world.places.toRead(path), { pattern, glob, most }),
  list_directory: (world, { path = ".", depth }) => listDirectory(gitWorld(world), world.places.toRead(path), depth),
  git_log: (world, { path = ".", most }) => gitLog(gitWorld(world), world.places.toRead(path), most),
  git_diff: (world, { path = ".", from }) => gitDiff(gitWorld(world), world.places.toRead(path), from),
};

const IN_MODE: Readonly<Record<HandsSettings["mode"], Readonly<Record<string, Use>>>> = {
  plan: {
    ...READING,
    write_plan_file: ({ places }, { path, content }) => writeFile(places.toWrite(path), content),
  },
  act: {
    ...READING,
    create_file: ({ places }, { path, content }) => createFile(places.toWrite(path), content),
    update_file: ({ places }, { path, old, new: by, all = false }) =>
      updateFile(places.toWrite(path), { old, new: by, all }),
    delete_file: ({ places }, { path }) => deleteFile(places.toDelete(path)),
    run_command: ({ commands }, { command, seconds = 120 }, see) => commands.run(command, seconds, see),
  },
};
