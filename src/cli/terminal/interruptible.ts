/** Runs something that Ctrl-C may stop, and says so then. A second Ctrl-C ends the process as it would without us. */
export async function interruptible<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T | "interrupted"> {
  const controller = new AbortController();
  const stop = () => {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
    controller.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    return await act(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.stderr.write("planwright: interrupted; nothing is left running\n");
    return "interrupted";
  } finally {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  }
}
