import { docPage } from "../../std/doc-page.ts";
import type { Scene } from "./scene.ts";
import { UsageError } from "./usage-error.ts";

/** Refuses a machine that cannot hold agents and contracts, unless the person has switched the sandbox off. */
export async function mustHold(scene: Pick<Scene, "sandbox" | "policy">): Promise<void> {
  const { offers } = await scene.sandbox();
  if (offers.isHolding || scene.policy.sandbox === "off") return;
  const [trouble] = offers.trouble;
  const why = trouble ? `${trouble.cause}; ${trouble.remedy}` : "`planwright doctor` says why";
  throw new UsageError(`agents and contracts cannot be held here: ${why} (${docPage("doctor.md")})`);
}
