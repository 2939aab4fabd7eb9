import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listAudit } from "#server/audit/list-audit.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import { auditSealer, sealAudit } from "#server/audit/seal-audit.ts";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import { openAuditKey } from "#server/store/audit-key.ts";
import { recordAudit, recordAudits } from "#server/store/audit-log.ts";
import { people, systemContext } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { asOwner } from "#tests/support/database/tamper-audit.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { runCommand } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database, pool, url } = await createTestDatabase();
const system = systemContext({ database });
const { admin } = await people(system);
const { dataDir } = system.config;
const key = openAuditKey(dataDir);
const web = new pg.Pool({ connectionString: programUrl(url, "web"), max: 1 });
afterAll(() => web.end());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const PROJECT = fileURLToPath(new URL("../../../../", import.meta.url));

const fact = (subjectId: string) => ({
	at: new Date("2026-03-10T09:00:00.000Z"),
	memberId: admin.member.id,
	action: "payment.approved",
	subjectKind: "payment" as const,
	subjectId,
	details: { amount: "45000.00" },
});
const write = (...ids: string[]) => database.transaction().execute((trx) => recordAudits(trx, ids.map(fact)));
const seal = () => sealAudit(system, key);
const readEntries = () => auditEntries(database);

/** Appends an entry with a correct hash, as an attacker with the right to append and the code could. */
async function appendAsWeb(change: { action?: string; writtenBy?: string; previousHash?: string } = {}): Promise<void> {
	const last = (await readEntries()).at(-1);
	const { action = "payment.approved", writtenBy = "cauri_web", previousHash = last?.hash ?? FIRST_HASH } = change;
	const { at, subjectKind, details } = fact("");
	const facts = { at, memberId: null, action, subjectKind, subjectId: "forged", details, writtenBy };
	await web.query(
		`insert into audit_entry (at, action, subject_kind, subject_id, details, written_by, previous_hash, hash)
		values ($1, $2, $3, 'forged', $4, $5, $6, $7)`,
		[at, action, subjectKind, details, writtenBy, previousHash, auditHash(previousHash, facts)],
	);
}

beforeEach(async () => {
	await asOwner(pool, "truncate audit_entry, audit_seal");
	await write("a", "b", "c");
});

describe("the worker's signature", () => {
	test("covers every entry up to the newest, once", async () => {
		const entries = await readEntries();
		expect(await seal()).toEqual({ sealed: entries.at(-1)?.id, brokenAt: null });
		expect((await verifyAudit(database)).seal).toMatchObject({ entry: entries.at(-1)?.id, key: key.publicKey });
		await seal();
		await Promise.all([seal(), seal()]);
		expect(await database.selectFrom("audit_seal").select("entry").execute()).toHaveLength(1);
		await write("d");
		await seal();
		expect(await database.selectFrom("audit_seal").select("entry").execute()).toHaveLength(2);
		expect((await verifyAudit(database)).bad).toBeNull();
	});

	test("is made with a key that its account alone reads, and that stays; a full disk leaves no empty one", async () => {
		expect(statSync(join(dataDir, "audit-key.pem")).mode & 0o777).toBe(0o600);
		const full = temporaryFolder();
		const code = `import("#server/store/audit-key.ts").then(({ openAuditKey }) => openAuditKey("${full}"))`;
		const { err } = await runCommand(["sh", "-c", `ulimit -f 0; exec "${process.execPath}" -e '${code}'`]);
		expect([err, readdirSync(full)]).toEqual([expect.stringContaining("EFBIG"), []]);
		expect(openAuditKey(dataDir).publicKey).toBe(key.publicKey);
	});

	test("is written by nobody else, and never changed", async () => {
		await seal();
		const insert = "insert into audit_seal values (999, 'x', now(), 'x', 'x')";
		await expect(web.query(insert)).rejects.toMatchObject({ code: "42501" });
		await expect(database.updateTable("audit_seal").set({ hash: "x" }).execute()).rejects.toThrow("append-only");
		await expect(database.deleteFrom("audit_seal").execute()).rejects.toThrow("append-only");
	});
});

describe("an entry that the web program's account appends", () => {
	test("without the right hash is never signed, nor what follows it, and people are told", async () => {
		await seal();
		const before = (await readEntries()).at(-1);
		await appendAsWeb({ previousHash: FIRST_HASH });
		const forged = (await readEntries()).at(-1);
		await write("after");
		await auditSealer(system, key)();
		expect(await seal()).toEqual({ sealed: before?.id, brokenAt: forged?.id });
		expect(await readAuditCheck(admin)).toMatchObject({ fault: "broken", entry: forged?.id });
	});

	test("in the worker's name is found at the entry", async () => {
		await appendAsWeb({ writtenBy: "cauri_worker" });
		const forged = (await readEntries()).at(-1);
		expect(forged?.written_by).toBe("cauri_web");
		expect(await verifyAudit(database)).toMatchObject({ bad: { id: forged?.id, fault: "changed" } });
		expect((await seal()).brokenAt).toBe(forged?.id);
	});

	test("as if a payment had left is refused", async () => {
		await expect(appendAsWeb({ action: "payment.sending" })).rejects.toThrow("the worker alone sends");
	});
});

/** Rewrites history with signatures by another key, as the owner of the database with the code could. */
async function rewrite(withKey = key): Promise<void> {
	await asOwner(pool, "update audit_entry set subject_id = 'forged' where subject_id = 'b'");
	let previousHash = FIRST_HASH;
	for (const row of await readEntries()) {
		const { at, member_id: memberId, member_name: memberName, action, details, written_by: writtenBy } = row;
		const facts = { at, memberId, memberName, action, details, writtenBy };
		const hash = auditHash(previousHash, { ...facts, subjectKind: row.subject_kind, subjectId: row.subject_id });
		await asOwner(pool, "update audit_entry set previous_hash = $2, hash = $3 where id = $1", [
			row.id,
			previousHash,
			hash,
		]);
		previousHash = hash;
		const told = withKey.seal({ entry: row.id, hash }, at);
		if (withKey !== key)
			await asOwner(pool, "update audit_seal set hash = $2, key = $3, signature = $4, at = $5 where entry = $1", [
				...[row.id, hash, told.key, told.signature, at],
			]);
	}
}

test("a chain computed anew is found by its signature, where no head is known", async () => {
	await seal();
	await rewrite();
	const last = (await readEntries()).at(-1);
	expect(await verifyAudit(database)).toMatchObject({ bad: { id: last?.id, fault: "forged" } });
});

test("entries cut off at the end are found by the signature that stayed", async () => {
	await seal();
	const last = (await readEntries()).at(-1);
	await asOwner(pool, "delete from audit_entry where id = $1", [last?.id]);
	expect(await verifyAudit(database)).toMatchObject({ missed: { fault: "cut_off", known: { entry: last?.id } } });
});

test("an entry keeps the name that its member had", async () => {
	const before = admin.member.name;
	await database.updateTable("member").set({ name: "Somebody Else" }).where("id", "=", admin.member.id).execute();
	const { items } = await listAudit(admin, { limit: 1 });
	await database.updateTable("member").set({ name: before }).where("id", "=", admin.member.id).execute();
	expect(items[0]?.memberName).toBe(before);
	expect((await verifyAudit(database)).bad).toBeNull();
});

describe("an export", () => {
	const run = async (program: string, words: string[], cwd = PROJECT) => {
		const env = { DATABASE_URL: url, DATA_DIR: dataDir };
		const { code, out, err } = await runCommand([process.execPath, program, ...words], { env, cwd });
		return { code, output: out + err };
	};
	const audit = (...words: string[]) => run("server/cli/audit.ts", words);

	/** A machine with Node and two files, without desk, database or packages. */
	async function elsewhere(): Promise<{ check: (...keys: string[]) => ReturnType<typeof run>; file: string }> {
		const folder = temporaryFolder();
		const file = join(folder, "audit.jsonl");
		expect((await audit("export", file)).code).toBe(0);
		copyFileSync(join(PROJECT, "server/store/audit-chain.ts"), join(folder, "audit-chain.ts"));
		writeFileSync(join(folder, "package.json"), '{"type":"module"}');
		return { check: (...keys) => run("audit-chain.ts", ["audit.jsonl", ...keys], folder), file };
	}

	test("is verified with Node alone, by the key that the worker's machine names", async () => {
		await seal();
		await write("d");
		const { output } = await audit("key");
		expect(output.trim()).toBe(key.publicKey);
		const { check, file } = await elsewhere();
		expect(await check(key.publicKey)).toMatchObject({
			code: 0,
			output: expect.stringMatching(/^Intact: 3 entries\.$/m),
		});
		expect((await check()).output).toContain("Compare this key with");
		expect((await run("server/store/audit-chain.ts", ["nowhere"])).output).toMatch(/^Give an export .*ENOENT.*\.\n$/);
		expect((await audit("verify", file, key.publicKey)).code).toBe(0);
		expect((await audit("verify")).output).toContain(`by key ${key.publicKey}.`);
		expect(readFileSync(file, "utf8")).toContain(admin.member.name);
	});

	test("replaces no file, and says so in a sentence", async () => {
		const file = join(temporaryFolder(), "audit.jsonl");
		writeFileSync(file, "of last month");
		const said = (path: string, why: string) => ({
			code: 1,
			output: `The export cannot be written to ${path}: ${why}.\n`,
		});
		expect(await audit("export", file)).toEqual(said(file, "there is a file of this name"));
		const nowhere = join(file, "..", "nowhere", "audit.jsonl");
		expect(await audit("export", nowhere)).toEqual(said(nowhere, "its folder is not there"));
		expect(readFileSync(file, "utf8")).toBe("of last month");
		expect(await audit("verify", "--help")).toMatchObject({ code: 0, output: expect.stringContaining("export FILE") });
		expect(await audit("export")).toMatchObject({ code: 2, output: expect.stringContaining("export FILE") });
	});

	test("that a person stops leaves no file behind", async () => {
		await seal();
		const file = join(temporaryFolder(), "audit.jsonl");
		const client = await pool.connect();
		await client.query("begin; lock table audit_entry in access exclusive mode");
		const program = launchProgram("server/cli/audit.ts", { DATABASE_URL: url, DATA_DIR: dataDir }, ["export", file]);
		await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000 });
		program.kill("SIGINT");
		await program.saying(/Stopping/);
		await client.query("rollback").finally(() => client.release());
		expect([await program.ended, existsSync(file)]).toEqual([1, false]);
	});

	test("is read no further once a person has stopped the check", async () => {
		const pipe = join(temporaryFolder(), "endless.jsonl");
		execFileSync("mkfifo", [pipe]);
		const program = launchProgram("server/cli/audit.ts", {}, ["verify", pipe]);
		const file = await open(pipe, "w");
		const writing = async () => {
			for (;;) await file.write("\n".repeat(4_096));
		};
		const written = writing().catch(() => file.close());
		program.kill("SIGINT");
		expect(await program.ended).toBe(1);
		expect(program.output()).toContain("Stopped before the end");
		await written;
	});

	test("that was changed, cut, lengthened or signed by another is found", async () => {
		await seal();
		await write("d");
		await seal();
		const { check, file } = await elsewhere();
		const lines = readFileSync(file, "utf8").trim().split("\n");
		const told = async (changed: string[], ...keys: string[]) => {
			writeFileSync(file, `${changed.join("\n")}\n`);
			return check(...keys);
		};
		expect((await told(lines)).code).toBe(0);
		const changed = await told(lines.map((line) => line.replace("45000.00", "4500.00")));
		expect(changed).toMatchObject({ code: 1, output: expect.stringContaining("was changed") });
		expect((await told(lines.map((line) => line.replace(`"at":"2`, `"at":"x`)))).output).toMatch(
			/^Entry \d+ was changed\./,
		);
		expect((await told(lines.slice(0, -1))).output).toContain("are not signed");
		expect((await told(lines.slice(1))).output).toContain("does not follow");
		expect((await told(lines.filter((_, place) => place !== 1))).code).toBe(1);
		const other = openAuditKey(temporaryFolder());
		expect((await told(lines, other.publicKey)).output).toContain("Signatures of other keys do not count");
		await rewrite(other);
		const forged = await elsewhere();
		expect((await forged.check()).code).toBe(0);
		expect((await forged.check(key.publicKey)).code).toBe(1);
	});

	test("that another key signed in the name of the worker's is found, as it is in the desk", async () => {
		await seal();
		await rewrite(openAuditKey(temporaryFolder()));
		await asOwner(pool, "update audit_seal set key = $1", [key.publicKey]);
		const { check } = await elsewhere();
		const found = { code: 1, output: expect.stringMatching(/The signature at entry \d+ does not hold/) };
		expect(await check(key.publicKey)).toMatchObject(found);
		expect((await verifyAudit(database)).bad).toMatchObject({ fault: "forged" });
	});
});

test("a desk without entries has nothing to sign", async () => {
	await asOwner(pool, "truncate audit_entry, audit_seal");
	expect(await seal()).toEqual({ sealed: "0", brokenAt: null });
	await database.transaction().execute((trx) => recordAudit(trx, fact("first")));
	expect((await seal()).sealed).not.toBe("0");
});
