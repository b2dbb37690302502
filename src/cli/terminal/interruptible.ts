/** Runs something that Ctrl-C may stop. A second Ctrl-C ends the process as it would without us. */
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
    if (controller.signal.aborted) return "interrupted";
    throw error;
  } finally {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  }
}
