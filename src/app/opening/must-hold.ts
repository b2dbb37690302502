import { docPage } from "../../std/doc-page.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import type { Scene } from "./scene.ts";

/** Refuses a machine that cannot hold agents and contracts, unless the person has switched the sandbox off. */
export async function mustHold(scene: Pick<Scene, "sandbox" | "policy">): Promise<void> {
  const { offers } = await scene.sandbox();
  if (offers.isHolding || scene.policy.sandbox === "off") return;
  const [trouble] = offers.trouble;
  const why = trouble ? `: ${trouble.cause}; ${trouble.remedy}` : "";
  throw new Refused("not-holding", `agents and contracts cannot be sandboxed here${why} (${docPage("doctor.md")})`, {
    remedies: trouble ? [] : [remedy("doctor", {}, "says why")],
  });
}
