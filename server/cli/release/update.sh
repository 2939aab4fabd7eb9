#!/bin/sh
# update.sh FOLDER ARCHIVE: `cauri update`. Backs up, puts the archive's version in place and starts it once. If that does not become
# ready, puts the old version back, and restores the database if the new version has migrated it.
set -eu
# Root's umask may be narrower: the desk's account could then not read the files that are unpacked here.
umask 022
here=$1 archive=$2
cd -- "$here"
for node in program/node_modules/node-linux-*/bin/node; do :; done
data=$(NODE_ENV=production "$node" --env-file-if-exists=.env -p 'process.env.DATA_DIR || ".data"')

# Runs a command as the owner of DATA_DIR, because the desk could not use files that root makes there.
as_owner() {
	owner=$(stat -c %U -- "$data" 2>/dev/null || id -un)
	if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then runuser -u "$owner" -- "$@"; else "$@"; fi
}

# exchange FROM TO: moves each file of FROM here, and the file of that name that was here to TO.
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
# If the archive or the backup fails, the unpacked files are deleted: they may be what filled the disk.
trap 'rm -rf -- .update' EXIT
rm -rf -- .update
mkdir -p -- .update/new
tar -xzf "$archive" -C .update/new --strip-components=1 --no-same-owner
[ -x .update/new/cauri ] || { echo "$archive is not an archive of Cauri." >&2; exit 1; }

# The backup is not encrypted, because this machine may lack the secret key. It is deleted when the new version is ready.
kept=$data/before-update
BACKUP_RECIPIENT='' as_owner ./cauri backup --stopped --to "$kept" --keep 1
trap - EXIT
exchange .update/new .update/before
# A signal ends the trial of the new version, which then counts as failed.
stopped=
trap 'stopped=1' INT TERM HUP
if as_owner ./cauri start --until-ready && [ -z "$stopped" ]; then
	rm -rf -- .update "$kept"
	echo "The new version is in place. Start Cauri as usual."
	exit 0
fi
exchange .update/before .update/failed
# The new version migrated the database, so only its own restore knows which tables to remove.
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
