import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The licence texts of the packages these bundled modules come from. A package without one stops the build. */
export async function thirdPartyLicences(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((module) => PACKAGE_FOLDER.exec(module)?.[0] ?? []));
  const sections = await Promise.all([...folders].map(licenceOf));
  return `Planwright contains the following packages.\n${sections.toSorted().join("")}`;
}

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = Manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  const text = await licenceText(folder);
  if (text === undefined) throw new Error(`${name} ${version} is bundled but brings no licence text`);
  return `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
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
