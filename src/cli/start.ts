// The first file that runs, also on a Node that is too old: the version check must be readable and reachable there.
// Hence no static imports, no top-level await and no recent syntax in this one file; the rest loads after the check.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 12)) {
  endWithReader(process.stdout);
  // The build puts from-bundle.ts in its place.
  void import("./from-source.ts")
    .then(({ main }) => main(process.argv.slice(2)))
    .then((exitCode) => {
      // Leaving by process.exit() would cut off what stdout has not written yet.
      process.exitCode = exitCode;
    });
} else {
  process.stderr.write(
    `planwright needs Node 22.12 or newer; this is ${process.versions.node}. Install a newer one, from https://nodejs.org for example.\n`,
  );
  process.exitCode = 1;
}

/** When the reader has seen enough (`planwright verify … | head -1`), we end like a program that SIGPIPE has stopped. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(141);
    process.stderr.write(`planwright: the output cannot be written: ${error.code}\n`);
    process.exit(2);
  });
}
