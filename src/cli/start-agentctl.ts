// The first file of `agentctl` that runs, also on a Node that is too old. What holds for start.ts holds here.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 12)) {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads it has seen enough, or the disk is full.
    process.exit(error.code === "EPIPE" ? 141 : 2);
  });
  // The build puts from-bundle.ts in its place.
  void import("./from-source.ts")
    .then(({ main }) => main(process.argv.slice(2), "agentctl"))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
} else {
  process.stderr.write(
    `agentctl needs Node 22.12 or newer; this is ${process.versions.node}. Install a newer one, from https://nodejs.org for example.\n`,
  );
  process.exitCode = 1;
}
