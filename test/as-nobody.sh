#!/bin/sh
# Runs a program as a user to whom nothing belongs: test/as-nobody.sh PROGRAM ARGUMENTS. Whoever is not root is one already.
# Where others may not enter a folder above the checkout, the program sees that folder with nothing in it but the checkout.
set -euf
[ "$(id -u)" = 0 ] || exec "$@"

nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
top=$(cd "$(dirname "$0")/.." && pwd -P)
if nobody test -r "$top/package.json"; then exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; fi

closed=
IFS=/
for name in ${top#/}; do
  closed=$closed/$name
  nobody test -x "$closed" || break
done
# The folder it stands in may be hidden by then.
exec unshare -m sh -euc '
  top=$1 closed=$2 here=$PWD
  shift 2
  cd "$top"
  mount -t tmpfs -o mode=755 none "$closed"
  mkdir -p "$top"
  mount --no-canonicalize --bind . "$top"
  cd "$here"
  exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
' sh "$top" "$closed" "$@"
