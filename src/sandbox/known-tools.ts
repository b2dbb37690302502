/**
 * Tool managers that live in a person's home, with what their programs need of it and nothing more: `~/.cargo` also
 * holds the keys of registries, so only parts of it are shown. Paths are relative to the home folder; what is missing on
 * a machine is passed over. Anything unknown is shown as its own folder, or as the one that its `bin` lies in.
 */
export type KnownTool = { within: string; roots: readonly string[]; env: Readonly<Record<string, string>> };

export const KNOWN_TOOLS: readonly KnownTool[] = [
  {
    within: ".cargo",
    // Cargo does without its lock when its home cannot be written, and then uses the registry as it is.
    roots: [".cargo/bin", ".cargo/registry", ".cargo/git", ".rustup"],
    env: { CARGO_HOME: ".cargo", RUSTUP_HOME: ".rustup" },
  },
  { within: "go", roots: ["go/bin", "go/pkg/mod"], env: { GOMODCACHE: "go/pkg/mod" } },
  { within: ".pyenv", roots: [".pyenv"], env: { PYENV_ROOT: ".pyenv" } },
  { within: ".rbenv", roots: [".rbenv"], env: { RBENV_ROOT: ".rbenv" } },
  { within: ".volta", roots: [".volta"], env: { VOLTA_HOME: ".volta" } },
  { within: ".asdf", roots: [".asdf"], env: { ASDF_DATA_DIR: ".asdf" } },
  { within: ".local/share/mise", roots: [".local/share/mise"], env: { MISE_DATA_DIR: ".local/share/mise" } },
  { within: ".local/share/uv", roots: [".local/share/uv"], env: {} },
  { within: ".local/share/pipx", roots: [".local/share/pipx"], env: {} },
  { within: ".local/share/pnpm", roots: [".local/share/pnpm"], env: {} },
  { within: ".bun", roots: [".bun"], env: {} },
  { within: ".deno", roots: [".deno"], env: {} },
  // What lies here belongs together, so the folder that holds `bin` would be too much.
  { within: ".local/bin", roots: [".local/bin"], env: {} },
  { within: "bin", roots: ["bin"], env: {} },
];
