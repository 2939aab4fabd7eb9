/** A tool that root starts beside a desk of another account works as that account: what it makes is the desk's, and root follows nothing of it. */
import { lstatSync } from "node:fs";
import { resolve } from "node:path";

export function becomeOwner(env: NodeJS.ProcessEnv = process.env): void {
	if (process.getuid?.() !== 0) return;
	const owner = lstatSync(resolve(env.DATA_DIR || ".data"), { throwIfNoEntry: false });
	if (!owner || owner.uid === 0) return;
	process.setgroups?.([]);
	process.setgid?.(owner.gid);
	process.setuid?.(owner.uid);
}
