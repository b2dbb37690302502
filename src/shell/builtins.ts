/** Whether bash finds a command in itself. */
export const isBuiltin = (name: string): boolean => BUILTINS.has(name);

const BUILTINS = new Set(
  `. : [ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown
  do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in
  jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source
  suspend test then time times trap true type typeset ulimit umask unalias unset until wait while`.split(/\s+/),
);
