/**
 * A folder of root's own that holds a folder of another account's: PostgreSQL runs as `postgres`, and what that account may write
 * never says what root then reads, makes or hands over. Each function throws an Error with a sentence for people.
 */
import { execFileSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	closeSync,
	constants,
	fchownSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmdirSync,
} from "node:fs";
import { join } from "node:path";
import { type Account, bareAs } from "#server/store/system-account.ts";

/** Made or taken back by root: others may pass, none may put a file there. Of `owned` alone the account may be the owner. */
export function takeForRoot(folder: string, account: Account, owned: readonly string[]): void {
	mkdirSync(folder, { recursive: true });
	const { uid, mode } = lstatSync(folder);
	if (uid !== 0 && uid !== account.uid)
		throw new Error(
			`${folder} belongs to another account (${uid}): start Cauri as that account, or give it another DATA_DIR.`,
		);
	if (uid !== 0) chownSync(folder, 0, 0);
	if ((mode & 0o777) !== 0o711) chmodSync(folder, 0o711);
	// From here on nothing new can be planted; what lies there already is looked at.
	for (const name of readdirSync(folder)) {
		const file = lstatSync(join(folder, name));
		if (isPlain(file) && (owned.includes(name) || file.uid === 0)) continue;
		throw new Error(
			`${join(folder, name)} was not put there by root: somebody who can write as PostgreSQL's account may have planted it. Look at it, remove it, and start again.`,
		);
	}
}

/** An empty folder of the account's. */
export function makeFor(folder: string, account: Account): void {
	mkdirSync(folder, { mode: 0o700 });
	chownSync(folder, account.uid, account.gid);
}

/** A file that the account writes on, in a folder that it may not write in. */
export function makeFileFor(file: string, account: Account): void {
	const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
	const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
	try {
		const { nlink } = fstatSync(descriptor);
		if (nlink !== 1) throw new Error(`${file} is another file as well; remove it and start again.`);
		fchownSync(descriptor, account.uid, account.gid);
	} finally {
		closeSync(descriptor);
	}
}

/** Its content is removed by the account itself, which can lead nobody but itself astray. */
export function removeOf(folder: string, account: Account): void {
	execFileSync("find", [folder, "-mindepth", "1", "-delete"], { ...bareAs(account), stdio: "ignore" });
	rmdirSync(folder);
}

function isPlain(file: { isSymbolicLink(): boolean; isFile(): boolean; nlink: number }): boolean {
	return !file.isSymbolicLink() && (!file.isFile() || file.nlink === 1);
}
