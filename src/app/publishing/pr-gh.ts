import { accessSync, constants, realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { searchFolders } from "../../config/environment.ts";
import { type RunOutput, runProgram } from "../../programs/run-program.ts";
import type { PersonCheckout } from "../../workspace/git/person-git.ts";
import { hostOf } from "./pr-address.ts";

/** The person's `gh`, started in their checkout as they would. */
export type Gh = { program: string; checkout: PersonCheckout };

/** Null when there is none. One that lies in the repository is not the person's, even where PATH leads there. */
export function findGh(checkout: PersonCheckout): Gh | null {
  const folders = searchFolders().filter(isAbsolute);
  const program = folders.map((folder) => join(folder, "gh")).find((path) => isProgramOutside(path, checkout.top));
  return program === undefined ? null : { program, checkout };
}

function isProgramOutside(path: string, top: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return ![path, realpathSync(path)].some((each) => each.startsWith(`${realpathSync(top)}${sep}`));
  } catch {
    return false;
  }
}

/** `said` is the address of the pull request, or what gh has against it. */
export type Opened = { is: "opened" | "there-already" | "refused"; said: string };

export async function openWithGh(
  gh: Gh,
  { branch, title, file, draft }: { branch: string; title: string; file: string; draft: boolean },
): Promise<Opened> {
  const words = ["--head", branch, "--title", title, "--body-file", file, ...(draft ? ["--draft"] : [])];
  const { status, stdout, stderr } = await ask(gh, ["pr", "create", ...words]);
  const [out = "", said = ""] = [stdout, stderr].map((bytes) => bytes.toString().trim());
  if (status === 0) return { is: "opened", said: out };
  return { is: /already exists/i.test(said) ? "there-already" : "refused", said };
}

/** The address of the branch's open pull request; null when it has none, or gh cannot say. */
export async function openPullRequestOf(gh: Gh, branch: string): Promise<string | null> {
  const words = ["--head", branch, "--state", "open", "--json", "url", "-q", ".[].url"];
  const { status, stdout } = await ask(gh, ["pr", "list", ...words]);
  const [url = ""] = stdout.toString().split("\n");
  return status === 0 && url !== "" ? url : null;
}

/** What lets a `gh` in that sees nothing of the person's: variables, none of them for somebody who is not logged in. */
export async function logInOf(gh: Gh, url: string): Promise<{ env: Variables; secrets: Variables }> {
  const host = hostOf(url);
  const { status, stdout } = await ask(gh, ["auth", "token", ...(host === null ? [] : ["--hostname", host])]);
  const token = stdout.toString().trim();
  if (status !== 0 || token === "") return { env: {}, secrets: {} };
  const isEnterprise = host !== null && host !== "github.com" && !host.endsWith(".ghe.com");
  return isEnterprise
    ? { env: { GH_HOST: host }, secrets: { GH_ENTERPRISE_TOKEN: token } }
    : { env: {}, secrets: { GH_TOKEN: token } };
}

type Variables = Readonly<Record<string, string>>;

const ask = ({ program, checkout: { top, env } }: Gh, words: readonly string[]): Promise<RunOutput> =>
  runProgram([program, ...words], { cwd: top, env: { ...env, GH_PROMPT_DISABLED: "1" } });
