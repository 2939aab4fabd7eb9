/** Runs a script as root on an overlay of this machine's files, so that everything it installs disappears with it. */
import { spawnSync } from "node:child_process";

const MOUNTS = `set -e
room=$(mktemp -d)
mount -t tmpfs tmpfs "$room"
mkdir "$room/upper" "$room/work" "$room/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$room/upper,workdir=$room/work" "$room/root"
mount --rbind /proc "$room/root/proc"
mount --rbind /dev "$room/root/dev"
mkdir -p "$room/root$1"
mount --bind "$1" "$room/root$1"
status=0
chroot "$room/root" sh -c "$2" || status=$?
umount -l "$room"
rmdir "$room"
exit $status`;

/** `shared`: a folder that the script and the test both see. */
export function inOverlay(shared: string, script: string): { code: number | null; said: string } {
	const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "sh", "-c", MOUNTS, "sh", shared, script]);
	return { code: status, said: `${stdout}${stderr}` };
}
