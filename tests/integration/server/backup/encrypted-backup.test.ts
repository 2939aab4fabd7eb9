import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Decrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, test } from "vitest";
import { checkBackup } from "#server/backup/check-backup.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { runProgram } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

dropEmptyDatabases();
const desk = await openPaymentDesk();
await desk.approved();
const readNumbers = async (pool: typeof desk.pool) =>
	(await pool.query<{ number: string }>("select phone_number as number from payment")).rows.map(({ number }) => number);
const [number = ""] = await readNumbers(desk.pool);

const write = (recipients: string[], folder = temporaryFolder()) =>
	writeBackup({ databaseUrl: desk.url, folder, version: "0.1.0", recipients });

describe.each([
	["an age key", generateX25519Identity],
	["a key that withstands quantum computers", generateHybridIdentity],
])("a backup encrypted to %s", (_name, generate) => {
	test("shows nothing without the secret key, and comes back with it", async () => {
		const identity = await generate();
		const { path, manifest, isEncrypted } = await write([await identityToRecipient(identity)]);
		expect(isEncrypted).toBe(true);
		expect(path).toMatch(/\.tar\.gz\.age$/);
		await expect(checkBackup(path)).rejects.toThrow(`${path} is encrypted. Give the file of its secret key`);
		await expect(checkBackup(path, { identities: [await generate()] })).rejects.toThrow("encrypted to other keys");
		expect((await checkBackup(path, { identities: [identity] })).manifest).toEqual(manifest);

		const there = await createEmptyDatabase();
		const options = { databaseUrl: there.url, path, replace: false, onWait: () => undefined };
		await expect(restoreBackup(options)).rejects.toThrow("is encrypted");
		await restoreBackup({ ...options, identities: [identity] });
		expect(await readNumbers(there.pool)).toEqual([number]);
	});
});

test("an encrypted backup is an ordinary age file of an ordinary tar, and is not believed when it was damaged or cut", async () => {
	const identity = await generateX25519Identity();
	const { path } = await write([await identityToRecipient(identity)]);
	const bytes = readFileSync(path);
	const decrypter = new Decrypter();
	decrypter.addIdentity(identity);
	expect(gunzipSync(await decrypter.decrypt(bytes)).includes(number)).toBe(true);
	expect(bytes.includes(number)).toBe(false);

	const flipped = [0, 40, 250, Math.floor(bytes.length / 2), bytes.length - 1].map((place) =>
		bytes.with(place, (bytes[place] ?? 0) ^ 0x10),
	);
	const cut = [30, 200, bytes.length - 70_000, bytes.length - 1].map((length) =>
		bytes.subarray(0, Math.max(0, length)),
	);
	for (const [index, damaged] of [...flipped, ...cut].entries()) {
		writeFileSync(path, damaged);
		await expect(checkBackup(path, { identities: [identity] }), `damage ${index}`).rejects.toThrow(path);
	}
});

test("what is not a public key makes no backup", async () => {
	const folder = temporaryFolder();
	await expect(write(["age1nothing"], folder)).rejects.toThrow("BACKUP_RECIPIENT: age1nothing is not a public key");
	expect(readdirSync(folder)).toEqual([]);
});

test("npm run backup says whether the file is encrypted, and reads it with an identity file", async () => {
	const folder = temporaryFolder();
	const run = async (words: string[], env: Record<string, string> = {}) =>
		(await runProgram("server/cli/backup.ts", words, { DATABASE_URL: desk.url, ...env })).out;
	expect(await run(["--to", folder])).toContain("Not encrypted: it contains names, numbers and password digests.");
	const identity = await generateX25519Identity();
	const out = await run(["--to", folder], { BACKUP_RECIPIENT: await identityToRecipient(identity) });
	expect(out).toContain("Encrypted: only the secret key of BACKUP_RECIPIENT decrypts it.");
	const path = /^Written and read back: (\S+)$/m.exec(out)?.[1] ?? "";
	const file = join(temporaryFolder(), "key.txt");
	writeFileSync(file, `# created: 2026-11-22\n# public key: age1…\n${identity}\n`, { mode: 0o600 });
	expect(await run(["check", path, "--identity", file])).toContain(`Complete: ${path}`);
});
