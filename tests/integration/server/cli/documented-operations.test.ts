import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { readNewest } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { type Database, withDatabase } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { substituteOf } from "#server/store/embedded/postgres-place.ts";
import { keepHead } from "#server/store/head-file.ts";
import { applySqlFiles } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS } from "#server/store/schema-version.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { runCommand } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

vi.setConfig({ testTimeout: 480_000 });

const PROJECT = new URL("../../../../", import.meta.url).pathname;
/** Paths in the commands of docs/operate.md. */
const FOLDER = "/mnt/backups/cauri";
const FILE = `${FOLDER}/cauri-2026-11-22T020000Z.tar.gz`;
/** Commands that every run of the tests includes, before or after this file. */
const ELSEWHERE = ["npm ci", "npm run build", "npm start"];

function commandsOf(section: string): string[] {
	const page = readFileSync(join(PROJECT, "docs/operate.md"), "utf8");
	const [, body = ""] = page.split(`\n## ${section}\n`);
	const [own = ""] = body.split(/\n##+ /);
	return [...own.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

/** A machine: a data folder whose PostgreSQL stays up between the commands, and a disk for backups. */
async function machine() {
	const [dataDir, backups] = [join(temporaryFolder(), "data"), temporaryFolder()];
	const postgres = join(dataDir, "postgres");
	let server = await startEmbeddedPostgres(postgres);
	onTestFinished(async () => {
		await server.stop();
		const substitute = substituteOf(postgres);
		if (substitute) rmSync(substitute, { recursive: true, force: true });
	});
	const file = () => join(backups, readdirSync(backups).sort().at(-1) ?? "none");
	return {
		dataDir,
		run(command: string, input = "") {
			const line = command.replace(FILE, () => file()).replace(FOLDER, backups);
			return runCommand(["sh", "-c", line], { cwd: PROJECT, input, env: { DATA_DIR: dataDir, DATABASE_URL: "" } });
		},
		async moveDatabaseAway(): Promise<void> {
			await server.stop();
			renameSync(postgres, `${postgres}-before`);
			server = await startEmbeddedPostgres(postgres);
		},
		/** Starts the worker as `npm start` does, until it takes jobs. */
		async startWorker(): Promise<void> {
			const worker = launchProgram("server/cli/worker.ts", {
				...COMPLETE,
				DATABASE_URL: await server.databaseUrl("cauri"),
				DATA_DIR: dataDir,
			});
			await worker.saying(/worker_started/);
			worker.kill("SIGTERM");
			expect(await worker.ended).toBe(0);
		},
		async use<T>(run: (database: Database, pool: Pool) => Promise<T>): Promise<T> {
			return withDatabase(await server.databaseUrl("cauri"), {}, run);
		},
	};
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** Runs each command of the section in order, except those that other tests run. */
async function walk(here: Machine, section: string): Promise<Record<string, { code: number | null; out: string }>> {
	const answers: Record<string, { code: number | null; out: string }> = {};
	for (const command of commandsOf(section).filter((line) => !ELSEWHERE.includes(line))) {
		const answer = await here.run(command);
		expect(answer, `${command}: ${answer.err}`).toMatchObject({ code: 0 });
		answers[command] = answer;
	}
	return answers;
}

const addMember = (here: Machine, email: string, name = "Awa Koné") =>
	here.run(
		`npm run member -- add --email ${email} --name '${name}' --role admin --password-stdin`,
		"green-river-stone-kettle",
	);

test("back up and restore by the documented commands, on the machine itself: the desk notices that it went back", async () => {
	const here = await machine();
	expect(await addMember(here, "first@test.example")).toMatchObject({ code: 0 });
	expect(Object.keys(await walk(here, "Back up"))).toHaveLength(2);
	// Payments after the backup, which this machine knows.
	expect(await addMember(here, "second@test.example", "Moussa Traoré")).toMatchObject({ code: 0 });
	await here.use(async (database) => {
		const newest = await readNewest(database);
		if (newest) await keepHead({ dataDir: here.dataDir }, "w", newest);
	});
	const refused = await here.run(`npm run restore -- ${FILE}`);
	expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("add --replace") });
	await here.moveDatabaseAway();

	const answers = await walk(here, "Restore");
	const [restored] = Object.values(answers);
	expect(restored?.out).toContain("Sending stays stopped until two admins have checked the movements");
	expect(answers["npm run member -- list"]?.out).toContain("first@test.example");
	expect(answers["npm run member -- list"]?.out).not.toContain("second@test.example");
	await here.startWorker();
	expect(await here.use(describeMismatch)).toMatchObject({ kind: "restored_backup" });
});

test("upgrade by the documented commands, with a database of an older version, and the way back", async () => {
	const here = await machine();
	await here.use(async (database, pool) => {
		await applySqlFiles(database, DESK_MIGRATIONS, { last: "0010-audit" });
		await pool.query(
			"insert into member (id, email, name, role, password_hash, created_at) values ('m', 'old@test.example', 'M', 'viewer', 'x', now())",
		);
	});
	const commands = commandsOf("Upgrade");
	expect(commands.filter((command) => ELSEWHERE.includes(command))).toEqual(ELSEWHERE);
	const answers = await walk(here, "Upgrade");
	expect(answers[commands[0] ?? ""]?.out).toContain("schema 0010-audit");
	await here.startWorker();

	// A newer version ran here, and people go back to this one.
	await here.use((_, pool) => pool.query("insert into kysely_migration values ('9999-newer', 'now')"));
	const newer = await here.run("npm run migrate");
	expect(newer).toMatchObject({ code: 1, err: expect.stringContaining("restore a backup of this version") });
	await here.moveDatabaseAway();
	expect(await here.run(`npm run restore -- ${FILE}`)).toMatchObject({
		code: 0,
		out: expect.stringContaining("Migrated: 0011"),
	});
	expect((await here.run("npm run member -- list")).out).toContain("old@test.example");
});
