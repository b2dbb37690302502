/** Something broke and a run is left behind: `cause` is what broke, and the message says how the run goes on. */
export class RunLeft extends Error {
  override readonly name = "RunLeft";
}
