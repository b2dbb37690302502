import { agentctl, type Told } from "../../chat/agentctl.ts";
import { openFileDesk } from "../../chat/file-desk.ts";
import { threadId } from "../../config/environment.ts";
import type { PlanDesk } from "../../ports/plan-desk.ts";
import { Refused } from "../../std/refusal.ts";
import type { Scene } from "../opening/scene.ts";

/** `agentctl` for whoever has a shell, working on the files of Planwright's home. */
export const runAgentctl = (scene: Scene, args: readonly string[]): Promise<Told> =>
  agentctl(args, () => openDesk(scene));

async function openDesk(scene: Scene): Promise<PlanDesk> {
  const thread = threadId();
  if (thread === null)
    throw new Refused("no-thread", "AGENTCTL_THREAD_ID is not set: it names the thread that is planned");
  return openFileDesk({
    // Asked for last: it makes what is not there.
    home: scene.home.path,
    thread,
    // Only a commit needs what reads plans.
    compile: async (folder, files) => (await import("./verify-thread.ts")).verifyThread(folder, files, scene.cwd),
  });
}
