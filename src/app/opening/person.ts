import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { gitSettingsFiles } from "../../config/environment.ts";
import { setting } from "../../workspace/git/config-setting.ts";
import { locateRepository } from "../../workspace/git/locate.ts";

/** Who gives an order, as git would name them where they stand; the account when git has no name. */
export function personName(cwd: string): string {
  const texts = [...gitSettingsFiles(), ...ownSettings(cwd)].map((path) =>
    existsSync(path) ? readFileSync(path, "utf8") : "",
  );
  const last = (key: string): string | null =>
    texts.map((text) => setting(text, "user", key)).findLast(Boolean) ?? null;
  const [name, email] = [last("name"), last("email")];
  if (name !== null) return email === null ? name : `${name} <${email}>`;
  return email ?? userInfo().username;
}

/** Of the repository around them, if there is one. */
function ownSettings(cwd: string): string[] {
  try {
    return [join(locateRepository(cwd).commonDir, "config")];
  } catch {
    return [];
  }
}
