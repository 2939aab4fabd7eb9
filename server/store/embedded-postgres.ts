/** A real PostgreSQL of this project's own, for machines that have none: binaries from npm, data under one folder, loopback only. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { withFolderLock } from "#server/store/folder-lock.ts";
import { ROLE_OF } from "#server/store/grant-rights.ts";
import { findPostgresPlace, type PostgresPlace, substituteOf } from "#server/store/postgres-place.ts";
import { clearStalePidFile, findServerProcess, livingServer, SUPERUSER } from "#server/store/postgres-server.ts";
import { isAlive, isGoneWithin } from "#server/store/process-identity.ts";
import { makeFileFor, makeFor, removeOf } from "#server/store/roots-folder.ts";
import { type Account, bareAs } from "#server/store/system-account.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

const run = promisify(execFile);
// Replaying the log after a crash may take a while; nothing is gained by giving up earlier.
const START_TIMEOUT_S = 120;

export interface EmbeddedPostgres {
	/** `postgres://…` of the named database on it, created when it is not there. */
	databaseUrl(name: string): Promise<string>;
	/** The same database as the role of one program, which may sign in from now on. The migrations have made the role. */
	programUrl(name: string, program: DeskProgram): Promise<string>;
	/** False when a living server was found and taken over. */
	startedHere: boolean;
	/** Of the server's first process. */
	pid: number;
	/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
	stop(): Promise<void>;
}

/** Why the embedded PostgreSQL does not run, as a sentence for people. */
export class EmbeddedPostgresError extends Error {
	override readonly name = "EmbeddedPostgresError";
}

/** Starts the server of `folder`, making it first when it is new; a server that already lives there is adopted. */
export async function startEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
	const place = await findPostgresPlace(folder);
	const password = keptPassword(folder);
	const data = join(place.folder, "data");
	return withFolderLock(folder, "starting", START_TIMEOUT_S * 1000, async () => {
		if (!existsSync(data)) await initialise(place, data, password);
		await demandSameMajor(place, folder, data);
		await clearStalePidFile(data, password, START_TIMEOUT_S * 1000);
		const adopted = await livingServer(data, password);
		if (!adopted) await start(place, folder, data);
		const server = adopted ?? (await livingServer(data, password));
		if (!server) throw new EmbeddedPostgresError(`PostgreSQL does not answer; its log is ${logOf(place)}`);
		const url = (name: string) => addressOf(server.port, name, SUPERUSER, password);
		return {
			startedHere: adopted === null,
			pid: server.pid,
			async databaseUrl(name) {
				await createDatabase(url("postgres"), name);
				return url(name);
			},
			async programUrl(name, program) {
				const own = keptPassword(folder, program);
				await letSignIn(url("postgres"), ROLE_OF[program], own);
				return addressOf(server.port, name, ROLE_OF[program], own);
			},
			stop: () => stop(place, data),
		};
	});
}

/**
 * `postgres://…` of a database on the server that lives in `folder`; null when none does. Starts nothing. `program`: as its
 * role, where that was ever given a password, else as the owner.
 */
export async function findEmbeddedPostgres(
	folder: string,
	name: string,
	program?: DeskProgram,
): Promise<string | null> {
	if (!existsSync(join(folder, "password"))) return null;
	const password = keptPassword(folder);
	const home = substituteOf(folder) ?? folder;
	const server = await livingServer(join(home, "data"), password);
	if (!server) return null;
	if (program && existsSync(passwordFile(folder, program)))
		return addressOf(server.port, name, ROLE_OF[program], keptPassword(folder, program));
	return addressOf(server.port, name, SUPERUSER, password);
}

function addressOf(port: number, name: string, role: string, password: string): string {
	return `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
}

function passwordFile(folder: string, program?: DeskProgram): string {
	return join(folder, program ? `${program}-password` : "password");
}

function keptPassword(folder: string, program?: DeskProgram): string {
	const file = passwordFile(folder, program);
	try {
		writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	return readFileSync(file, "utf8");
}

/** Made beside and renamed when whole: a half-made cluster is never taken for one. */
async function initialise(place: PostgresPlace, data: string, password: string): Promise<void> {
	const draft = `${data}.new`;
	clearDraft(draft, place.account);
	if (place.account) makeFor(draft, place.account);
	const passwordFile = join(tmpdir(), `cauri-${randomBytes(8).toString("hex")}`);
	writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
	if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);
	try {
		// Not synced file by file (seconds on a slow disk): an empty cluster that a power cut takes is made anew.
		const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"];
		const options = bareAs(place.account);
		await run(place.initdb, ["-D", draft, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, ...flags], options);
		renameSync(draft, data);
	} catch (cause) {
		clearDraft(draft, place.account);
		throw told("PostgreSQL could not be set up", place, cause);
	} finally {
		rmSync(passwordFile, { force: true });
	}
}

function clearDraft(draft: string, account: Account | null): void {
	const owner = lstatSync(draft, { throwIfNoEntry: false })?.uid;
	if (account && owner === account.uid) removeOf(draft, account);
	else rmSync(draft, { recursive: true, force: true });
}

/** PostgreSQL reads no cluster of another major version; it would only say so in its log. */
async function demandSameMajor(place: PostgresPlace, folder: string, data: string): Promise<void> {
	const { stdout } = await run(place.initdb, ["--version"], bareAs(place.account));
	const ours = /(\d+)/.exec(stdout)?.[1];
	const file = join(data, "PG_VERSION");
	const theirs = existsSync(file) ? readFileSync(file, "utf8").trim() : ours;
	if (theirs === ours) return;
	throw new EmbeddedPostgresError(
		`The database in ${data} is of PostgreSQL ${theirs}, this version of Cauri brings ${ours}: run npm run backup with the version of Cauri that made it, move ${folder} away, and run npm run restore with this one.`,
	);
}

async function start(place: PostgresPlace, folder: string, data: string): Promise<void> {
	const settings = [
		`-p ${await keptPort(folder)}`,
		"-c listen_addresses=127.0.0.1",
		"-c unix_socket_directories=",
		"-c max_connections=200",
		"-c shared_buffers=128MB",
		"-c log_min_messages=warning",
	].join(" ");
	if (place.account) makeFileFor(logOf(place), place.account);
	const wait = ["-w", "-t", String(START_TIMEOUT_S)];
	const args = ["start", "-D", data, "-l", logOf(place), ...wait, "-o", settings];
	for (let tries = 1; ; tries++) {
		try {
			await run(place.pgCtl, args, bareAs(place.account));
			return;
		} catch (cause) {
			// After kill -9 of the first process its children need a moment to notice and go.
			if (tries === 20 || !lastLines(place).includes("pre-existing shared memory block"))
				throw told("PostgreSQL did not start", place, cause);
			await pause(250);
		}
	}
}

async function stop(place: PostgresPlace, data: string): Promise<void> {
	const server = findServerProcess(data);
	if (!server) return;
	const wait = ["-w", "-t", String(START_TIMEOUT_S)];
	try {
		await run(place.pgCtl, ["stop", "-D", data, "-m", "fast", ...wait], bareAs(place.account));
	} catch (cause) {
		// It went by itself meanwhile, or was killed and left its file: nothing to stop.
		if (isAlive(server)) throw told("PostgreSQL did not stop", place, cause);
	}
	// pg_ctl waits for the pid file alone: the process goes a moment after it.
	if (!(await isGoneWithin(server, START_TIMEOUT_S * 1_000))) throw told("PostgreSQL did not stop", place, null);
}

function logOf(place: PostgresPlace): string {
	return join(place.folder, "postgres.log");
}

function lastLines(place: PostgresPlace): string {
	return existsSync(logOf(place)) ? readFileSync(logOf(place), "utf8").slice(-2_000) : "";
}

function told(what: string, place: PostgresPlace, cause: unknown): EmbeddedPostgresError {
	const said = `${(cause as { stderr?: string } | null)?.stderr ?? ""}\n${lastLines(place)}`;
	if (/No space left on device/.test(said))
		return new EmbeddedPostgresError(`${what}: the disk of ${place.folder} is full. Make room and start again.`, {
			cause,
		});
	const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(said)?.[1] ?? "see its log";
	return new EmbeddedPostgresError(`${what}: ${reason} (log: ${logOf(place)})`, { cause });
}

/** The port of the last time when it is free, so that programs find a restarted server where they left it. */
async function keptPort(folder: string): Promise<number> {
	const file = join(folder, "port");
	const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
	const port = (await freePort(last)) ?? (await freePort(0)) ?? 0;
	// Only what is new: a write that a full disk cuts off would lose the address that every program knows.
	if (port !== last) writeFileSync(file, String(port));
	return port;
}

function freePort(wanted: number): Promise<number | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(null));
		server.listen(wanted, "127.0.0.1", () => {
			const address = server.address();
			server.close(() => resolve(typeof address === "object" && address ? address.port : null));
		});
	});
}

/** Its password is ours alone to choose: the server is this project's own. */
async function letSignIn(adminUrl: string, role: string, password: string): Promise<void> {
	const client = new pg.Client({ connectionString: adminUrl });
	await client.connect();
	try {
		await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`);
	} finally {
		await client.end();
	}
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: adminUrl });
	await client.connect();
	try {
		const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
		if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
	} catch (error) {
		// Somebody else made it in the same moment: 42P04 or, from the catalogue's own index, 23505.
		if (!["42P04", "23505"].includes(String((error as { code?: unknown }).code))) throw error;
	} finally {
		await client.end();
	}
}
