#!/bin/sh
# cauri COMMAND: Cauri's programs, with the Node and the PostgreSQL of this folder. `.env` and `.data` are beside this file.
set -e
here=$(dirname -- "$(readlink -f -- "$0")")
command=${1:-help}
# start, web, worker and demo do not know --help and would start.
case $command+${2:-} in start+--help | web+--help | worker+--help | demo+--help) command=--help ;; esac
case $command in
start | web | worker | demo | doctor | migrate | member | backup | restore | audit) ;;
update)
	[ -f "${2:-}" ] || {
		echo "cauri update ARCHIVE     a cauri-….tar.gz; a SHA256SUMS beside it is checked" >&2
		exit 2
	}
	exec sh -- "$here/program/server/cli/release/update.sh" "$here" "$(readlink -f -- "$2")"
	;;
*)
	echo "cauri start              the desk: web, worker and, without a DATABASE_URL, PostgreSQL
cauri web, cauri worker  one program alone, for several machines with one DATABASE_URL
cauri demo               the desk with a sandbox as the service and 90 days of history
cauri doctor             what is wrong, and what to do
cauri update ARCHIVE     puts another version in the place of this one, and this one back if that does not start
cauri migrate            brings the database to this version
cauri member             adds, lists and disables members
cauri backup, restore    the whole database in one file, and back
cauri audit              verifies the audit log
Each tool says more with --help. .env.example lists what start needs." >&2
	case $command in help | --help | -h) exit 0 ;; esac
	exit 2
	;;
esac
shift
# Runs in this folder: in the caller's, packages might find configuration files of theirs and run them.
cd -- "$here"
export CAURI_COMMAND=${CAURI_COMMAND:-./cauri} NODE_ENV=production
# The archive holds exactly one Node.
for node in program/node_modules/node-linux-*/bin/node; do :; done
case $command in
web) set -- --max-semi-space-size=16 --max-old-space-size=384 "program/server/cli/$command.js" "$@" ;;
worker) set -- --max-semi-space-size=4 "program/server/cli/$command.js" "$@" ;;
# The launcher only watches its programs, so the smallest nursery does.
start) set -- --max-semi-space-size=1 "program/server/cli/$command.js" "$@" ;;
*) set -- "program/server/cli/$command.js" "$@" ;;
esac
exec "$node" "$@"
