import type { Scene } from "../../app/opening/scene.ts";

/** Opens the scene of a command, where the person stands, and closes it whatever becomes of the command. */
export async function inScene<T>(act: (scene: Scene) => Promise<T>): Promise<T> {
  const { openScene } = await import("../../app/opening/scene.ts");
  const scene = openScene(here());
  try {
    return await act(scene);
  } finally {
    await scene.close();
  }
}

/** Whoever stands in a folder that is gone is told so by what looks for something there. */
function here(): string {
  try {
    return process.cwd();
  } catch {
    return ".";
  }
}
