/**
 * The moments between two effects of the engine, by name. Nothing happens at them; the crash tests end the process there,
 * one after the other, and see whether anything is lost.
 */
let reached: (name: string) => void = () => {};

export const boundary = (name: string): void => reached(name);

export function onBoundary(hook: (name: string) => void): void {
  reached = hook;
}
