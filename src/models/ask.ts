import type { Model, ModelAnswer, ModelFacts, ModelNews, ModelRequest } from "../ports/model.ts";
import { callOptions } from "./call-options.ts";
import { connect, type Place } from "./connect.ts";
import { type Estimator, estimator } from "./estimate.ts";
import { brokenOff, type Trouble, troubleOf } from "./failure-of.ts";
import { finishOf } from "./finish-of.ts";
import { type Heard, nothingHeard, readStream } from "./read-stream.ts";
import { pauseAfter, waitFor } from "./retry.ts";
import { callsIn, textIn } from "./said-part.ts";
import { type Tap, tapped } from "./tapped-fetch.ts";
import { usageOf } from "./usage-of.ts";
import { noTemperature, warningWords } from "./warning-words.ts";

export type Served = { ref: string; place: Place; facts: ModelFacts };

/** Asks until there is an answer, or no sense in asking again. */
export function askerOf(served: Served): Model["ask"] {
  const estimate = estimator();
  let { facts } = served;
  return async (request, see, signal) => {
    let waited = 0;
    for (let times = 1; ; times++) {
      if (signal.aborted) return ABORTED;
      const tried = await askOnce({ ...served, facts }, request, estimate, see, signal);
      // What has come whole is paid for, and may be the last word that was missing.
      if (tried.ok) return tried;
      if (signal.aborted) return ABORTED;
      if (tried.isOverTemperature && facts.takesTemperature) {
        facts = { ...facts, takesTemperature: false };
        continue;
      }
      const pause = pauseAfter(tried, { times, waited });
      if (pause === null) return { ok: false, failure: tried.failure, why: toldAfter(tried, times) };
      see({ type: "waiting", told: `${tried.why}; asking again in ${seconds(pause)}` });
      waited += pause;
      await waitFor(pause, signal);
    }
  };
}

const ABORTED: ModelAnswer = { ok: false, failure: "aborted", why: "it was stopped" };

async function askOnce(
  { ref, place, facts }: Served,
  request: ModelRequest,
  estimate: Estimator,
  see: (news: ModelNews) => void,
  signal: AbortSignal,
): Promise<(ModelAnswer & { ok: true }) | ({ ok: false } & Trouble)> {
  const tap = tapped();
  const heard = nothingHeard();
  const trouble = await exchange(place, callOptions(request, facts, place.provider.wire), tap, heard, see, signal);
  if (hasReached(tap, heard, signal)) {
    const warnings = warningWords(heard.warnings, ref);
    if (!facts.takesTemperature) warnings.unshift(noTemperature(ref));
    const usage = usageOf(heard, tap.requestBytes, estimate, { ref, price: facts.price });
    see({ type: "spent", usage, warnings });
  }
  if (trouble !== null) return { ok: false, ...trouble };
  const { parts } = heard;
  const calls = callsIn(parts);
  return { ok: true, text: textIn(parts), calls, said: { parts }, finish: finishOf(heard, calls) };
}

/** Null when the answer came whole. */
async function exchange(
  place: Place,
  options: ReturnType<typeof callOptions>,
  tap: Tap,
  heard: Heard,
  see: (news: ModelNews) => void,
  abortSignal: AbortSignal,
): Promise<Trouble | null> {
  try {
    const model = await connect(place, tap.fetch);
    const { stream } = await model.doStream({ ...options, abortSignal });
    await readStream(stream, heard, see);
  } catch (error) {
    const trouble = troubleOf(error, place);
    return tap.stage === "accepted" && trouble.failure === "unreachable" ? brokenOff(place) : trouble;
  }
  const reason = heard.finish?.reason;
  if (reason === undefined || reason === "interrupted") return brokenOff(place);
  return reason === "error" ? troubleOf(new Error("it gave up in the middle"), place) : null;
}

/**
 * What breaks before its first word was not begun: a status that takes the request says little, refusals come with it too.
 * What was stopped may well have been read by then, before anything at all was answered.
 */
const hasReached = ({ stage }: Tap, heard: Heard, signal: AbortSignal): boolean =>
  heard.hasBegun || (signal.aborted && (stage === "sent" || stage === "accepted"));

function toldAfter({ why, comeBackIn }: Trouble, times: number): string {
  const asked = times === 1 ? why : `${why}; it was asked ${times} times`;
  return comeBackIn === null || comeBackIn < 1000
    ? asked
    : `${asked}, and wants to be left alone for ${seconds(comeBackIn)}`;
}

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;
