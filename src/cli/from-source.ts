const { enableCompileCache } = process.getBuiltinModule("node:module");
const { join } = process.getBuiltinModule("node:path");

/** A checkout's way to `main`: Node keeps what it stripped of types and compiled, which halves the start-up time. */
export async function main(args: readonly string[], program: "main" | "agentctl" = "main"): Promise<number> {
  enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/planwright"));
  const { main } = program === "main" ? await import("./main.ts") : await import("./agentctl.ts");
  return main(args);
}
