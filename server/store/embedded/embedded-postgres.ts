/** The project's own PostgreSQL for machines without one: binaries from npm, data in one folder, loopback only. */
import { execFile } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import {
	chownSync,
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { portFault } from "#server/environment/open-port.ts";
import { UserFacingError } from "#server/errors.ts";
import { keptFile } from "#server/store/durable-file.ts";
import { withFolderLock } from "#server/store/embedded/folder-lock.ts";
import { findPostgresPlace, type PostgresPlace, substituteOf } from "#server/store/embedded/postgres-place.ts";
import {
	addressOf,
	clearStalePidFile,
	findServerProcess,
	livingServer,
	SUPERUSER,
	withClient,
} from "#server/store/embedded/postgres-server.ts";
import { isAlive, isGoneWithin } from "#server/store/embedded/process-identity.ts";
import { bareAs } from "#server/store/embedded/system-account.ts";
import { ROLE_OF } from "#server/store/grant-rights.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

const run = promisify(execFile);
// After a crash PostgreSQL may replay its log for longer; a start then goes on waiting.
const START_TIMEOUT_S = 120;
/** A start renames a longer server log to `postgres.log.1`, replacing the earlier one. */
const LOG_LIMIT_BYTES = 5_000_000;

export interface EmbeddedPostgres {
	/** Creates the database when it is missing. */
	databaseUrl(name: string): Promise<string>;
	/** Lets the program's role sign in, and returns the URL with it. Migrations create the role. */
	programUrl(name: string, program: DeskProgram): Promise<string>;
	/** False when a running server was adopted. */
	startedHere: boolean;
	pid: number;
	stop(): Promise<void>;
}

interface StartOptions {
	/** Called once when PostgreSQL still replays its log after two minutes. */
	onReplay?: () => void;
	/** Replaces `pg_ctl`. */
	pgCtl?: string;
}

/** Starts the PostgreSQL of `folder`, after creating its cluster if there is none. Adopts a server that already runs there. */
export async function startEmbeddedPostgres(
	folder: string,
	{ onReplay, pgCtl }: StartOptions = {},
): Promise<EmbeddedPostgres> {
	const found = await findPostgresPlace(folder);
	const place = { ...found, pgCtl: pgCtl ?? found.pgCtl };
	const password = keptPassword(folder);
	const data = join(place.folder, "data");
	return withFolderLock(folder, "starting", START_TIMEOUT_S * 1000, async () => {
		if (!existsSync(data)) await initialise(place, data, password);
		await requireSameMajor(place, folder, data);
		await clearStalePidFile(data, password, { timeoutMs: START_TIMEOUT_S * 1000, onReplay });
		const adopted = await livingServer(data, password);
		if (!adopted && !(await start(place, folder, data)))
			await clearStalePidFile(data, password, { timeoutMs: 0, onReplay });
		const server = adopted ?? (await livingServer(data, password));
		if (!server) throw new UserFacingError(`PostgreSQL does not answer; its log is ${logOf(place)}`);
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

/** Returns the owner's URL of the server that runs in `folder`; null when none runs. */
export async function findEmbeddedPostgres(folder: string, name: string): Promise<string | null> {
	if (!existsSync(join(folder, "password"))) return null;
	const password = keptPassword(folder);
	// A running server reports its data folder with links resolved, so the path is resolved here, too.
	const home = substituteOf(folder) ?? realpathSync(folder);
	const server = await livingServer(join(home, "data"), password);
	return server && addressOf(server.port, name, SUPERUSER, password);
}

function keptPassword(folder: string, program?: DeskProgram): string {
	const name = program ? `${program}-password` : "password";
	return keptFile(join(folder, name), randomBytes(24).toString("hex"));
}

/** Creates the cluster in a draft folder and renames it when complete, so that no half-made cluster is ever used. */
async function initialise(place: PostgresPlace, data: string, password: string): Promise<void> {
	const draft = `${data}.new`;
	rmSync(draft, { recursive: true, force: true });
	if (place.account) {
		mkdirSync(draft, { mode: 0o700 });
		chownSync(draft, place.account.uid, place.account.gid);
	}
	const passwordFile = join(tmpdir(), `cauri-${randomBytes(8).toString("hex")}`);
	writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
	if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);
	try {
		// Syncing each file takes seconds on a slow disk; a power cut here loses only an empty cluster.
		const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"];
		const options = bareAs(place.account);
		await run(place.initdb, ["-D", draft, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, ...flags], options);
		renameSync(draft, data);
	} catch (cause) {
		rmSync(draft, { recursive: true, force: true });
		throw postgresError("PostgreSQL could not be set up", place, cause);
	} finally {
		rmSync(passwordFile, { force: true });
	}
}

/** PostgreSQL cannot read a cluster of another major version, and would say so only in its log. */
async function requireSameMajor(place: PostgresPlace, folder: string, data: string): Promise<void> {
	const { stdout } = await run(place.initdb, ["--version"], bareAs(place.account));
	const ours = /(\d+)/.exec(stdout)?.[1];
	const file = join(data, "PG_VERSION");
	const theirs = existsSync(file) ? readFileSync(file, "utf8").trim() : ours;
	if (theirs === ours) return;
	throw new UserFacingError(
		`The database in ${data} is of PostgreSQL ${theirs}, this version of Cauri brings ${ours}: run npm run backup with the version of Cauri that made it, move ${folder} away, and run npm run restore with this one.`,
	);
}

/** Returns false when the server has not answered in time but still runs: it replays its log. */
async function start(place: PostgresPlace, folder: string, data: string): Promise<boolean> {
	const settings = [
		`-p ${await keptPort(folder)}`,
		"-c listen_addresses=127.0.0.1",
		"-c unix_socket_directories=",
		"-c max_connections=200",
		"-c shared_buffers=128MB",
		"-c log_min_messages=warning",
		// The detail of an error quotes rows, with names and numbers of people.
		"-c log_error_verbosity=terse",
	].join(" ");
	const log = logOf(place);
	if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
	if (place.account) {
		// PostgreSQL's account may not create files in this folder.
		writeFileSync(log, "", { flag: "a", mode: 0o600 });
		chownSync(log, place.account.uid, place.account.gid);
	}
	const wait = ["-w", "-t", String(START_TIMEOUT_S)];
	const args = ["start", "-D", data, "-l", log, ...wait, "-o", settings];
	for (let tries = 1; ; tries++) {
		try {
			await run(place.pgCtl, args, bareAs(place.account));
			return true;
		} catch (cause) {
			if (findServerProcess(data)) return false;
			// After kill -9 of the first process its children need a moment to exit.
			if (tries === 20 || !lastLines(place).includes("pre-existing shared memory block"))
				throw postgresError("PostgreSQL did not start", place, cause);
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
		// A server that exited by itself, or was killed and left its pid file, needs no stop.
		if (isAlive(server)) throw postgresError("PostgreSQL did not stop", place, cause);
	}
	// pg_ctl waits only for the pid file; the process exits a moment later.
	if (!(await isGoneWithin(server, START_TIMEOUT_S * 1_000)))
		throw postgresError("PostgreSQL did not stop", place, null);
}

function logOf(place: PostgresPlace): string {
	return join(place.folder, "postgres.log");
}

function lastLines(place: PostgresPlace): string {
	return existsSync(logOf(place)) ? readFileSync(logOf(place), "utf8").slice(-2_000) : "";
}

function postgresError(what: string, place: PostgresPlace, cause: unknown): UserFacingError {
	const output = `${(cause as { stderr?: string } | null)?.stderr ?? ""}\n${lastLines(place)}`;
	if (/No space left on device/.test(output))
		return new UserFacingError(`${what}: the disk of ${place.folder} is full. Free some space and start again.`, {
			cause,
		});
	const reason = /(?:FATAL|PANIC|error):\s*(.+)/.exec(output)?.[1] ?? "see its log";
	return new UserFacingError(`${what}: ${reason} (log: ${logOf(place)})`, { cause });
}

/** Reuses the last port when it is free, so that programs find a restarted server. */
async function keptPort(folder: string): Promise<number> {
	const file = join(folder, "port");
	const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
	let port = last;
	// The system gives outgoing connections higher ports. One of these could be in use just when PostgreSQL restarts.
	const isTaken = async () => (await portFault(port, "127.0.0.1")) === "EADDRINUSE";
	while (port === 0 || (await isTaken())) port = randomInt(20_000, 32_000);
	// Writes only a new port: on a full disk the write could empty the file, and the next start would take another port.
	if (port !== last) writeFileSync(file, String(port));
	return port;
}

/** We may set this password freely, because the server belongs to this project. */
async function letSignIn(adminUrl: string, role: string, password: string): Promise<void> {
	await withClient(adminUrl, (client) =>
		client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`),
	);
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
	await withClient(adminUrl, async (client) => {
		const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
		if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
	}).catch((error: { code?: string }) => {
		// Another process created it at the same moment: 42P04 or, from the catalogue's own index, 23505.
		if (!["42P04", "23505"].includes(error.code ?? "")) throw error;
	});
}
