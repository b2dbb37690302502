import type { MachinePolicy } from "../../config/policy.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import type { Store } from "../../ports/store.ts";
import { openedOnce } from "../../std/opened-once.ts";
import { locateRepository } from "../../workspace/git/locate.ts";
import { type Home, openHome } from "./home.ts";
import { machinePolicy } from "./machine-policy.ts";
import type { OpenedRepository } from "./open-repository.ts";
import { personName } from "./person.ts";

/**
 * Where a use case happens, and for whom. A surface opens one and closes it: the command line for each command. Everything
 * in it is opened when it is first asked for, once, and belongs to the scene: a use case closes nothing of it.
 */
export type Scene = {
  /** The folder that the person stands in; what they name without a repository is meant from here. */
  readonly cwd: string;
  readonly home: Home;
  /** Who gives the order, as git names them. */
  readonly person: string;
  readonly policy: MachinePolicy;
  /** `told` hears it when the database has to be started. */
  store(told?: (line: string) => void): Promise<Store>;
  /**
   * The repository around a folder, around `cwd` without one. What its checkout stands at is looked up again each time.
   * A use case that `landsNothing` may go on where the repository's objects can only be read.
   */
  repository(at?: string, how?: { landsNothing?: boolean }): Promise<OpenedRepository>;
  sandbox(): Promise<Sandbox>;
  close(): Promise<void>;
};

/** Touches neither home, nor store, nor git, and loads none of their code, before something is asked of it. */
export function openScene(cwd: string): Scene {
  const opened = openedOnce();
  const home = once(() => openHome(null));
  const person = once(() => personName(cwd));
  const policy = once(() => machinePolicy(home()));
  return {
    cwd,
    get home() {
      return home();
    },
    get person() {
      return person();
    },
    get policy() {
      return policy();
    },
    store: (told) =>
      opened.get("store", async () => {
        const { openStoreFor } = await import("./open-store.ts");
        const store = await openStoreFor(home(), told);
        return { it: store, close: store.close };
      }),
    async repository(at = cwd, { landsNothing = false } = {}) {
      const facts = locateRepository(at);
      const repository = await opened.get(`repository ${landsNothing} ${facts.top}`, async () => {
        const { openRepository } = await import("./open-repository.ts");
        const it = await openRepository(facts.top, { landsNothing });
        return { it, close: async () => it.git.objects.close() };
      });
      // Whoever asks again may have switched to another branch since.
      return { ...repository, git: { ...repository.git, facts } };
    },
    sandbox: () =>
      opened.get("sandbox", async () => {
        const { openSandboxFor } = await import("./open-sandbox.ts");
        const sandbox = await openSandboxFor(home(), policy());
        return { it: sandbox, close: sandbox.close };
      }),
    close: opened.close,
  };
}

function once<T>(find: () => T): () => T {
  let found: { it: T } | null = null;
  return () => {
    found ??= { it: find() };
    return found.it;
  };
}
