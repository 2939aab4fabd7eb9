#!/bin/sh
# cauri COMMAND: Cauri's programs with the settings of /etc/cauri/cauri.env. Root becomes Cauri's account first.
set -e
if [ "$(id -u)" = 0 ]; then exec runuser -u cauri -- /usr/bin/cauri "$@"; fi
[ -r /etc/cauri/cauri.env ] || { echo "Only root and the account cauri may do this: sudo cauri $*" >&2; exit 1; }
if [ "${1:-}" = update ]; then
	echo "Cauri is a Debian package here: apt install ./cauri_VERSION_ARCHITECTURE.deb updates it." >&2
	exit 2
fi
export CAURI_COMMAND=cauri
exec /usr/lib/cauri/cauri "$@"
