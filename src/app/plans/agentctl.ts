import { agentctl, type Told } from "../../chat/agentctl.ts";
import { openFileDesk } from "../../chat/file-desk.ts";
import { threadId } from "../../config/environment.ts";
import type { PlanDesk } from "../../ports/plan-desk.ts";
import { openHome } from "../opening/home.ts";
import { UsageError } from "../opening/usage-error.ts";

/** `agentctl` for whoever has a shell, working on the files of Planwright's home. */
export const runAgentctl = (args: readonly string[]): Promise<Told> => agentctl(args, openDesk);

async function openDesk(): Promise<PlanDesk> {
  const thread = threadId();
  if (thread === null) throw new UsageError("AGENTCTL_THREAD_ID is not set: it names the thread that is planned");
  return openFileDesk({
    home: openHome(null).path,
    thread,
    // Only a commit needs what reads plans.
    compile: async (folder, files) => (await import("./verify-thread.ts")).verifyThread(folder, files),
  });
}
