import fc from "../node_modules/fast-check/lib/fast-check.js";

/**
 * What tests get for `fast-check`: every property is tried with the same values each time, so that what is green stays green
 * until somebody changes it. `npm run test:properties` looks for others: new values, and more of them.
 */
const { PROPERTY_TIMES } = process.env;
const times = Number(PROPERTY_TIMES ?? 1);
const usual = fc.readConfigureGlobal().numRuns ?? 100;

fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(PROPERTY_TIMES === undefined && { seed: 1 }) });

const assert: typeof fc.assert = (property, settings) =>
  // The types of both kinds of property cannot be told apart here.
  fc.assert(property as never, { ...(settings as object), numRuns: (settings?.numRuns ?? usual) * times }) as never;

export default { ...fc, assert };
