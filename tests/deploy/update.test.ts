import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeDigests } from "#server/cli/release/pack-archive.ts";
import { stageArchive } from "#server/cli/release/stage-archive.ts";
import { environmentFile } from "#tests/deploy/environment-file.ts";
import { freePort } from "#tests/support/programs/free-port.ts";

const ROOM = `/var/tmp/cauri-update-${randomBytes(4).toString("hex")}`;
const [STAGED, DESK, NEXT] = [join(ROOM, "staged"), join(ROOM, "desk"), join(ROOM, "cauri-next")];
const ARCHIVE = join(ROOM, "cauri-next.tar.gz");
const MIGRATION = `create table update_test (id bigint primary key);\n`;

describe("cauri update", () => {
	beforeAll(() => {
		stageArchive(STAGED);
		return () => rmSync(ROOM, { recursive: true, force: true });
	}, 120_000);

	beforeEach(async () => {
		for (const folder of [DESK, NEXT]) layDown(folder);
		writeFileSync(join(NEXT, "CHANGELOG.md"), "the next version\n");
		writeFileSync(join(DESK, ".env"), environmentFile(await freePort(), join(DESK, ".data")));
		return () => {
			for (const folder of [DESK, NEXT]) rmSync(folder, { recursive: true, force: true });
		};
	});

	test("puts the next version in place, migrates, and keeps settings and data", async () => {
		addMember();
		writeFileSync(join(NEXT, "program", "server", "store", "migrations", "9999-update.sql"), MIGRATION);
		await pack();
		const updated = cauri("update", ARCHIVE);
		expect(updated, updated.said).toMatchObject({ code: 0 });
		expect(updated.said).toContain("The new version is in place");
		expect(readFileSync(join(DESK, "CHANGELOG.md"), "utf8")).toBe("the next version\n");
		expect(cauri("member", "list").said).toContain("awa@example.com");
		expect(cauri("migrate", "--check").said).toContain("Nothing to migrate");
		for (const left of [".update", ".data/before-update"]) expect(existsSync(join(DESK, left))).toBe(false);
	}, 240_000);

	test("goes back by itself, with the database, when a version that has migrated does not become ready", async () => {
		addMember();
		breakNext({ web: CRASHES, worker: CRASHES });
		await pack();
		const updated = cauri("update", ARCHIVE);
		expect(updated, updated.said).toMatchObject({ code: 1 });
		expect(updated.said).toContain("the version before is in place again");
		expect(readFileSync(join(DESK, "CHANGELOG.md"), "utf8")).not.toContain("the next version");
		expect(cauri("member", "list").said).toContain("awa@example.com");
		expect(cauri("start", "--until-ready").code).toBe(0);
		expect(existsSync(join(DESK, ".update"))).toBe(false);
	}, 300_000);

	test("names the backup from before when the database cannot go back with the version; a heartbeat of the stopped worker makes no new one ready", async () => {
		addMember();
		breakNext({ worker: HANGS, restore: CRASHES });
		await pack();
		expect(cauri("start", "--until-ready").code).toBe(0);
		const updated = cauri("update", ARCHIVE);
		expect(updated, updated.said).toMatchObject({ code: 1 });
		const [file] = readdirSync(join(DESK, ".data", "before-update"));
		expect(updated.said).toMatch(new RegExp(`its database is not\\. .* from .*before-update/${file}\\.\n$`));
		expect(existsSync(join(DESK, ".update"))).toBe(false);
	}, 300_000);

	test("changes nothing for an archive whose digest is another one, and for a file that is none", async () => {
		await pack();
		writeFileSync(join(ROOM, "SHA256SUMS"), `${"0".repeat(64)}  cauri-next.tar.gz\n`);
		expect(cauri("update", ARCHIVE).code).toBe(1);
		expect(cauri("update", join(ROOM, "nothing")).code).toBe(2);
		// Leftover files would keep a full disk full.
		rmSync(join(NEXT, "cauri"));
		await pack();
		expect(cauri("update", ARCHIVE).said).toContain("is not an archive of Cauri");
		expect(readdirSync(DESK)).not.toContain(".update");
		expect(readdirSync(DESK)).not.toContain(".data");
		expect(readFileSync(join(DESK, "CHANGELOG.md"), "utf8")).not.toContain("the next version");
	}, 120_000);
});

/** Copies the sources, and links packages and pages, which are many files. */
function layDown(folder: string): void {
	const [program, staged] = [join(folder, "program"), join(STAGED, "program")];
	mkdirSync(program, { recursive: true });
	symlinkSync(join("..", ".env"), join(program, ".env"));
	for (const name of ["cauri", "CHANGELOG.md", ".env.example"]) cpSync(join(STAGED, name), join(folder, name));
	for (const name of readdirSync(staged))
		if (name === "server") cpSync(join(staged, name), join(program, name), { recursive: true });
		else if (name !== ".env") symlinkSync(join(staged, name), join(program, name));
}

const [HANGS, CRASHES] = ["setInterval(() => {}, 60_000);\n", 'throw new Error("broken");\n'];

/** Makes the next version migrate but never become ready. */
function breakNext(programs: Record<string, string>): void {
	writeFileSync(join(NEXT, "program", "server", "store", "migrations", "9999-update.sql"), MIGRATION);
	const file = (name: string) => join(NEXT, "program", "server", "cli", `${name}.js`);
	for (const [name, code] of Object.entries(programs)) writeFileSync(file(name), code);
	const start = readFileSync(file("start"), "utf8");
	writeFileSync(file("start"), start.replace("READY_LIMIT_MS = 120_000", "READY_LIMIT_MS = 3_000"));
}

async function pack(): Promise<void> {
	run("tar", ["--use-compress-program=gzip -1", "-cf", ARCHIVE, "-C", ROOM, "cauri-next"]);
	await writeDigests([ARCHIVE], join(ROOM, "SHA256SUMS"));
}

function addMember(): void {
	const member = ["add", "--email", "awa@example.com", "--name", "Awa Koné", "--role", "admin", "--password-stdin"];
	const { code, said } = cauri("member", ...member);
	expect(code, said).toBe(0);
}

function cauri(...args: string[]): { code: number | null; said: string } {
	const input = "a password of the update's test";
	const { status, stdout, stderr } = spawnSync(join(DESK, "cauri"), args, {
		input,
		env: { NODE_ENV: "test", PATH: process.env.PATH },
	});
	return { code: status, said: `${stdout}${stderr}` };
}

function run(program: string, args: string[]): void {
	expect(spawnSync(program, args).status).toBe(0);
}
