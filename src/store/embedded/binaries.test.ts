import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { asNobody } from "../../../test/as-nobody.ts";
import { tempFolder } from "../../../test/temp-folder.ts";
import { packageFolder, usableBinaries } from "./binaries.ts";
import { placeAt } from "./place.ts";

const isRoot = process.getuid?.() === 0;

/** The package as npm unpacks it when no script may run: without a single link. */
function anInstallation(): { packaged: string; place: ReturnType<typeof placeAt> } {
  const folder = tempFolder();
  chmodSync(folder, 0o755);
  const packaged = join(folder, "package");
  cpSync(packageFolder(), packaged, {
    recursive: true,
    filter: (path) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink(),
  });
  const home = join(folder, "home");
  return { packaged, place: { ...placeAt(home, { folder: home, socket: "" }), programs: join(folder, "programs") } };
}

const versionOf = (program: string, user: { uid: number; gid: number } | null): string =>
  execFileSync(program, ["--version"], { encoding: "utf8", cwd: "/", ...user });

test("the links of the libraries are made where an installation left them out", async () => {
  const { packaged, place } = anInstallation();
  expect(existsSync(join(packaged, "native", "lib", "libicuuc.so.60"))).toBe(false);
  const { postgres, initdb, major } = await usableBinaries(packaged, place);
  expect(postgres).toBe(join(packaged, "native", "bin", "postgres"));
  expect(versionOf(postgres, place.user)).toContain(`(PostgreSQL) ${major}.`);
  expect(versionOf(initdb, place.user)).toContain(`(PostgreSQL) ${major}.`);
});

describe.runIf(isRoot)("as root", () => {
  test("programs below a folder that is closed to the server are copied, once for each version", async () => {
    const { packaged, place } = anInstallation();
    chmodSync(packaged, 0o700);
    const { postgres } = await usableBinaries(packaged, place);
    expect(postgres.startsWith(place.programs)).toBe(true);
    expect(versionOf(postgres, { uid: 65534, gid: 65534 })).toContain("PostgreSQL");
    const made = lstatSync(postgres).ino;
    expect(lstatSync((await usableBinaries(packaged, place)).postgres).ino).toBe(made);
  });

  test("programs in a folder that its user may not write to are copied when links are missing", (context) => {
    const { packaged, place } = anInstallation();
    mkdirSync(place.programs);
    chownSync(place.programs, 65534, 65534);
    const code = `
      import { usableBinaries } from ${JSON.stringify(new URL("binaries.ts", import.meta.url).href)};
      const { postgres } = await usableBinaries(${JSON.stringify(packaged)}, ${JSON.stringify({ ...place, user: null })});
      console.log(postgres);
    `;
    const words = [process.execPath, "--input-type=module", "-e", code];
    const postgres = execFileSync(asNobody(context), words, { encoding: "utf8", cwd: "/" }).trim();
    expect([postgres.startsWith(place.programs), basename(postgres)]).toEqual([true, "postgres"]);
    expect(versionOf(postgres, { uid: 65534, gid: 65534 })).toContain("PostgreSQL");
  });
});
