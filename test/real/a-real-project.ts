import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import type { Run } from "../cli.ts";

/** Somebody else's code in a repository, with a bug in it, and a person who works there. */
export type ARealProject = {
  /** Holds the repository, the person's home with its npm cache, and Planwright's home. */
  place: string;
  top: string;
  planwright(...args: string[]): Run;
  /** What a shell prints in the repository; throws when it ends with another status than 0. */
  sh(command: string): string;
  /** Ends the database, and takes everything away. */
  remove(): Promise<void>;
};

/**
 * The package as it is published, with its own tests, in a repository that has a lockfile and nothing installed. All that
 * is to be installed lies in the person's npm cache, so nothing after this needs the network.
 */
export async function aRealProject(): Promise<ARealProject> {
  const project = projectAt(newPlace(), []);
  try {
    fill(project);
    return project;
  } catch (error) {
    await project.remove();
    throw error;
  }
}

/** A copy of it that belongs to an ordinary user, who does everything there. Only root can make one. */
export function ofAnOrdinaryUser({ place }: ARealProject): ARealProject {
  const own = newPlace();
  for (const name of ["mathjs", "person", "agents.yaml"]) {
    cpSync(join(place, name), join(own, name), { recursive: true });
  }
  spawnSync("chown", ["-R", "-h", "65534:65534", own]);
  return projectAt(own, ORDINARY_USER);
}

export const ORDINARY_USER: readonly string[] = [resolve("test/as-nobody.sh")];

const newPlace = (): string => mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));

/** `before` stands in front of each program that is started. */
function projectAt(place: string, before: readonly string[]): ARealProject {
  const top = join(place, "mathjs");
  const home = join(place, "person");
  const env = {
    ...process.env,
    ...{ HOME: home, XDG_CONFIG_HOME: join(home, ".config"), PLANWRIGHT_HOME: join(place, "home") },
    // The registry is the one of whoever runs this.
    ...{ npm_config_cache: join(home, ".npm"), npm_config_userconfig: join(homedir(), ".npmrc") },
    // Where this is set, lockfiles do not say where packages come from, and then npm cannot do without the network.
    npm_config_omit_lockfile_registry_resolved: "false",
  };
  const run = (...words: string[]): Run => {
    const [program = "", ...args] = [...before, ...words];
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: top, encoding: "utf8", env });
    return { status, stdout, stderr };
  };
  return {
    ...{ place, top },
    planwright: (...args) => run(resolve("bin/planwright"), "--no-color", ...args),
    sh(command) {
      const { status, stdout, stderr } = run("bash", "-euc", command);
      if (status !== 0) throw new Error(`${command}: ${stderr}${stdout}`);
      return stdout.trim();
    },
    async remove() {
      await removePostgres(join(place, "home"));
      rmSync(place, { recursive: true, force: true });
    },
  };
}

const NAME = "mathjs-3.20.2";
const SHA512 = "3f6/+uf1cUtIz1rYFz775wekl/UEDSQ3mU6xdxW7qzpvvhc2v28i3UtLsGTRB+u8OqDWoSX6Dz8gehaGFs6tCA==";

function fill({ place, top, sh }: ARealProject): void {
  for (const folder of ["person", "mathjs", "mathjs/tools"]) mkdirSync(join(place, folder));
  sh("npm pack --silent --pack-destination .. mathjs@3.20.2");
  const packed = createHash("sha512").update(readFileSync(join(place, `${NAME}.tgz`)));
  if (packed.digest("base64") !== SHA512) throw new Error(`${NAME}.tgz is not what it was`);
  // What is built from the sources is no part of them.
  sh(`tar xf ../${NAME}.tgz --strip-components 1 && rm -r dist && echo node_modules > .gitignore`);
  copyFileSync(scene("approx.js"), join(top, "tools/approx.js"));
  copyFileSync(scene("plan.md"), join(top, "plan.md"));
  copyFileSync(scene("agents.yaml"), join(place, "agents.yaml"));
  // Of all that the package is developed with, its tests need two; the other one is for the plan to install.
  sh("npm pkg delete devDependencies && npm pkg set devDependencies.mocha=4.0.1");
  sh("npm install --ignore-scripts --silent && npm cache add underscore@1.8.3 && rm -r node_modules");
  sh("git config --global user.name Ann && git config --global user.email ann@example.com");
  sh(`git init -qb main && git add -A && git commit -qm ${NAME}`);
  plantBug(join(top, "lib/utils/number.js"));
  sh("git commit -qam 'Cut off what is only half'");
}

const scene = (name: string): string => join(import.meta.dirname, "mathjs", name);

function plantBug(file: string): void {
  const [before = "", after, ...more] = readFileSync(file, "utf8").split("removed[0] >= 5");
  if (after === undefined || more.length > 0) throw new Error(`${file} is not what it was`);
  writeFileSync(file, `${before}removed[0] > 5${after}`);
}
