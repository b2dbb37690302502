import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
});

/** The licence texts of the packages these bundled modules come from. A package without one stops the build. */
export async function thirdPartyLicences(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((module) => PACKAGE_FOLDER.exec(module)?.[0] ?? []));
  const sections = await Promise.all([...folders].map(licenceOf));
  return `Planwright contains the following packages.\n${sections.toSorted().join("")}`;
}

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = await manifestOf(folder);
  const text = (await licenceText(folder)) ?? (await licenceOfSibling(folder));
  if (text === undefined) throw new Error(`${name} ${version} is bundled but brings no licence text`);
  return `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
}

const manifestOf = async (folder: string) =>
  Manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));

/** The text that another package of the same repository brings, under the same licence. */
async function licenceOfSibling(folder: string): Promise<string | undefined> {
  const { license, repository } = await manifestOf(folder);
  const scope = dirname(folder);
  if (repository === undefined || !basename(scope).startsWith("@")) return undefined;
  for (const entry of (await readdir(scope)).toSorted()) {
    const sibling = await manifestOf(join(scope, entry));
    const isOfTheSame = sibling.license === license && sibling.repository === repository;
    const text = isOfTheSame ? await licenceText(join(scope, entry)) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** In a file of its own, or at the end of the readme. */
async function licenceText(folder: string): Promise<string | undefined> {
  const files = await readdir(folder);
  const file = files.find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFile(join(folder, file), "utf8");
  const readme = files.find((entry) => /^readme/i.test(entry));
  if (readme === undefined) return undefined;
  return /^#+ *licen[cs]e\b[^\n]*\n+([^#]*copyright[^#]*)$/ims.exec(await readFile(join(folder, readme), "utf8"))?.[1];
}
