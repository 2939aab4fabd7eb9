import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { signIn } from "#server/access/sign-in.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const { database, url } = await createTestDatabase();

interface Run {
	code: number | null;
	out: string;
	err: string;
}

/** The program itself, with an environment of nothing but its database: no keys of the service. */
async function member(args: string[], input = "", env: Record<string, string> = { DATABASE_URL: url }): Promise<Run> {
	const program = new URL("../../../../server/cli/member.ts", import.meta.url).pathname;
	const child = spawn(process.execPath, [program, ...args], {
		env: { ...passedOn(), NODE_ENV: "test", PATH: process.env.PATH ?? "", ...env },
	});
	child.stdin.end(input);
	const code = new Promise<number | null>((resolve) => child.once("exit", resolve));
	const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return { code: await code, out, err };
}

const add = (email: string, role = "maker", password = "green-river-stone-kettle", env?: Record<string, string>) =>
	member(["add", "--email", email, "--name", nameOf(email), "--role", role, "--password-stdin"], `${password}\n`, env);

/** No two members look alike. */
const nameOf = (email: string) => (/^awa@/i.test(email) ? "Awa Koné" : `Awa ${email.split("@")[0]}`);

async function canSignIn(email: string, password: string, on = database): Promise<boolean> {
	const system = systemContext({ database: on, clock: fixedClock() });
	return signIn(system, { email, password, address: "10.2.0.1", userAgent: null }).then(
		() => true,
		() => false,
	);
}

describe("npm run member", () => {
	test("adds a member who can sign in, lists them, resets the password and disables them", async () => {
		expect(await add("Awa@Test.example")).toMatchObject({ code: 0, err: "" });
		expect(await canSignIn("awa@test.example", "green-river-stone-kettle")).toBe(true);
		expect((await member(["list"])).out).toMatch(/Awa Koné\s+awa@test\.example\s+maker\s+active\s+seen 2026/);
		const reset = ["reset-password", "--email", "awa@test.example", "--password-stdin"];
		expect(await member(reset, "another-river-stone-kettle")).toMatchObject({ code: 0 });
		expect(await canSignIn("awa@test.example", "green-river-stone-kettle")).toBe(false);
		expect(await canSignIn("awa@test.example", "another-river-stone-kettle")).toBe(true);
		expect(await member(["disable", "--email", "awa@test.example"])).toMatchObject({ code: 0 });
		expect(await canSignIn("awa@test.example", "another-river-stone-kettle")).toBe(false);
		expect((await member(["list"])).out).toContain("disabled");
	});

	test("writes what it did into the record as Cauri's own deed, without the password", async () => {
		await add("recorded@test.example");
		const entry = await newestEntry(database);
		expect(entry).toMatchObject({ action: "member.added", member_id: null });
		expect(JSON.stringify(entry)).not.toContain("green-river-stone-kettle");
	});

	test("lets a member whose account was guessed at sign in at once", async () => {
		const email = "guessed-at@test.example";
		await add(email);
		for (let guess = 0; guess < 6; guess += 1) await canSignIn(email, "wrong");
		expect(await canSignIn(email, "green-river-stone-kettle")).toBe(false);
		expect(await member(["clear-delay", "--email", email])).toMatchObject({ code: 0, err: "" });
		expect(await canSignIn(email, "green-river-stone-kettle")).toBe(true);
		expect(await member(["clear-delay", "--email", "nobody@test.example"])).toMatchObject({ code: 1 });
	});

	test("says in one sentence why it refuses, and ends with 1", async () => {
		await add("twice@test.example");
		expect(await add("twice@test.example")).toMatchObject({ code: 1, err: "email: Already in use.\n" });
		expect(await add("weak@test.example", "maker", "password1234")).toMatchObject({
			code: 1,
			err: expect.stringContaining("password: This password is easy to guess"),
		});
		expect(await add("boss@test.example", "boss")).toMatchObject({ code: 1, err: expect.stringContaining("role: ") });
		const nobody = await member(["disable", "--email", "nobody@test.example"]);
		expect(nobody).toMatchObject({ code: 1, err: "email: This member does not exist.\n" });
	});

	test("never disables the last admin", async () => {
		await add("only-admin@test.example", "admin");
		const disabling = await member(["disable", "--email", "only-admin@test.example"]);
		expect(disabling).toMatchObject({ code: 1, err: expect.stringContaining("admin") });
		expect(await canSignIn("only-admin@test.example", "green-river-stone-kettle")).toBe(true);
	});

	test.each([
		[[]],
		[["promote"]],
		[["add", "extra"]],
		[["list", "--force"]],
		[["disable"]],
		[["add", "--email", "x@y.example"]],
	])("called as %j shows how it is called, and ends with 2", async (args) => {
		expect(await member(args)).toMatchObject({
			code: 2,
			out: "",
			err: expect.stringContaining("npm run member -- add"),
		});
	});

	test("says without a stack when the database cannot be reached", async () => {
		const away = await member(["list"], "", { DATABASE_URL: "postgres://127.0.0.1:9/none" });
		expect(away.code).toBe(1);
		expect(away.err.trim().split("\n")).toHaveLength(1);
	});

	test("starts the embedded database when nothing runs and stops it again; uses a living one and leaves it", async () => {
		const dataDir = temporaryFolder();
		// Empty, not absent: a `.env` of whoever runs this test must not name a database.
		const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
		expect(await add("first@test.example", "admin", "green-river-stone-kettle", env)).toMatchObject({
			code: 0,
			err: "",
		});

		const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
		expect(server.startedHere).toBe(true);
		try {
			expect(await add("second@test.example", "viewer", "green-river-stone-kettle", env)).toMatchObject({
				code: 0,
				err: "",
			});
			const pool = openPool(await server.databaseUrl("cauri"));
			const living = openDatabase(pool);
			expect(await canSignIn("first@test.example", "green-river-stone-kettle", living)).toBe(true);
			expect(await canSignIn("second@test.example", "green-river-stone-kettle", living)).toBe(true);
			await pool.end();
		} finally {
			await server.stop();
		}
	});
});

test("resets a second factor: the password alone opens the account then, and every session has ended", async () => {
	await add("lost@test.example");
	const row = database.selectFrom("member").select("id").where("email", "=", "lost@test.example");
	const { id } = await row.executeTakeFirstOrThrow();
	const at = new Date();
	await asOwner(database, (trx) =>
		trx.insertInto("totp").values({ member_id: id, secret: "v1.sealed", created_at: at, confirmed_at: at }).execute(),
	);
	const done = await member(["reset-second-factor", "--email", "lost@test.example"]);
	expect(done).toMatchObject({ code: 0, err: "" });
	expect(await database.selectFrom("totp").select("member_id").where("member_id", "=", id).execute()).toEqual([]);
	expect((await member(["reset-second-factor", "--email", "nobody@test.example"])).code).toBe(1);
});
