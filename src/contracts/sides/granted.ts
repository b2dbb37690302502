import type { Plan, Step } from "../../plan/model.ts";
import type { ProofPlace } from "./proof-place.ts";

/**
 * A place as the contracts of a step have it: with the network if the step asks for it, and with the branch's remote and
 * the person's log-in there if it publishes; as far as the person gives that at all. Only for a plan that this person
 * checks, runs or merges: whoever audits somebody else's branch gives nothing.
 */
export async function granted(place: ProofPlace, { id }: Plan, { needs }: Step): Promise<ProofPlace> {
  const { grants } = place;
  if (grants.network === "none" || needs.length === 0) return place;
  const { network } = grants;
  const env = { ...place.env, ...grants.env };
  if (!needs.includes("publish")) return { ...place, network, env, environment: `${place.environment} network` };
  const published = await grants.published(`plan/${id}`);
  return {
    ...place,
    ...published,
    network,
    env: { ...env, ...published.env },
    environment: `${place.environment} publish`,
  };
}
