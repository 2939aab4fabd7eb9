#!/bin/sh
# update.sh FOLDER ARCHIVE: `cauri update`. Backs up, puts the archive's version in place and starts it once. If it does not become
# ready, the version before is put back, and the database too where the new version has migrated it.
set -eu
# A narrower one of root's would keep the desk's account from what it runs here.
umask 022
here=$1 archive=$2
cd -- "$here"
for node in program/node_modules/node-linux-*/bin/node; do :; done
data=$(NODE_ENV=production "$node" --env-file-if-exists=.env -p 'process.env.DATA_DIR || ".data"')

# The desk's own account does what touches its data: files of another account would stop it later.
as_owner() {
	owner=$(stat -c %U -- "$data" 2>/dev/null || id -un)
	if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then runuser -u "$owner" -- "$@"; else "$@"; fi
}

# exchange FROM TO: what FROM holds takes its place here, and what stood there goes to TO.
exchange() {
	mkdir -p -- "$2"
	for path in "$1"/* "$1"/.env.example; do
		name=$(basename -- "$path")
		[ ! -e "$name" ] || mv -- "$name" "$2/"
		mv -- "$path" .
	done
}

if [ -f "$(dirname -- "$archive")/SHA256SUMS" ]; then
	(cd -- "$(dirname -- "$archive")" && grep -F -- "  $(basename -- "$archive")" SHA256SUMS | sha256sum --check --quiet)
fi
# Without an update, nothing unpacked stays: it may be what has filled the disk.
trap 'rm -rf -- .update' EXIT
rm -rf -- .update
mkdir -p -- .update/new
tar -xzf "$archive" -C .update/new --strip-components=1 --no-same-owner
[ -x .update/new/cauri ] || { echo "$archive is not an archive of Cauri." >&2; exit 1; }

# Not encrypted, or nothing here could restore it; it goes when the new version is ready.
kept=$data/before-update
BACKUP_RECIPIENT='' as_owner ./cauri backup --stopped --to "$kept" --keep 1
trap - EXIT
exchange .update/new .update/before
# A signal ends the trial, which then counts as failed.
stopped=
trap 'stopped=1' INT TERM HUP
if as_owner ./cauri start --until-ready && [ -z "$stopped" ]; then
	rm -rf -- .update "$kept"
	echo "The new version is in place. Start Cauri as usual."
	exit 0
fi
exchange .update/before .update/failed
# Only the version that migrated the database knows what it added.
if ! as_owner ./cauri migrate --check; then
	for node in .update/failed/program/node_modules/node-linux-*/bin/node; do :; done
	set -- "$kept"/cauri-*.tar.gz
	NODE_ENV=production as_owner "$node" --env-file-if-exists=.env .update/failed/program/server/cli/restore.js --undo-migration "$1" || {
		rm -rf -- .update
		echo "The version before is in place again, but its database is not. operate.md, Go back, says how to restore it from $1." >&2
		exit 1
	}
fi
rm -rf -- .update
echo "The new version did not become ready, and the version before is in place again. Start it as usual." >&2
exit 1
