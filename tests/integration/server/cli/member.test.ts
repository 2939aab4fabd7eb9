import { join } from "node:path";
import { expect, test } from "vitest";
import { signIn } from "#server/access/sign-in.ts";
import { explain, readCommand } from "#server/cli/member/commands.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { runProgram } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const { database } = await createTestDatabase();

const PROGRAM = "server/cli/member.ts";

/** Runs a command as the program does, except for opening the database. */
async function member(args: string[], input = ""): Promise<{ code: number; said: string }> {
	const run = async () => readCommand(args).prepare(input)(database);
	return run()
		.catch(explain)
		.then(
			(said) => ({ code: 0, said }),
			({ message }: Error) => ({ code: 1, said: message }),
		);
}

const PASSWORD = "green-river-stone-kettle";
const adding = (email: string, role: string) => [
	"add",
	"--email",
	email,
	"--name",
	nameOf(email),
	"--role",
	role,
	"--password-stdin",
];
const add = (email: string, role = "maker", password = PASSWORD) => member(adding(email, role), `${password}\n`);

/** Gives each member another name. */
const nameOf = (email: string) => (/^awa@/i.test(email) ? "Awa Koné" : `Awa ${email.split("@")[0]}`);

async function canSignIn(email: string, password: string, on = database): Promise<boolean> {
	const system = systemContext({ database: on, clock: fixedClock(), program: "web" });
	return signIn(system, { email, password, address: "10.2.0.1", userAgent: null }).then(
		() => true,
		() => false,
	);
}

test("adds a member who can sign in, lists them, resets the password and disables them", async () => {
	expect(await add("Awa@Test.example")).toMatchObject({ code: 0 });
	expect(await canSignIn("awa@test.example", PASSWORD)).toBe(true);
	expect((await member(["list"])).said).toMatch(/Awa Koné\s+awa@test\.example\s+maker\s+active\s+signed in 2026/);
	const reset = ["reset-password", "--email", "awa@test.example", "--password-stdin"];
	expect(await member(reset, "another-river-stone-kettle")).toMatchObject({ code: 0 });
	expect(await canSignIn("awa@test.example", PASSWORD)).toBe(false);
	expect(await canSignIn("awa@test.example", "another-river-stone-kettle")).toBe(true);
	expect(await member(["disable", "--email", "awa@test.example"])).toMatchObject({ code: 0 });
	expect(await canSignIn("awa@test.example", "another-river-stone-kettle")).toBe(false);
	expect((await member(["list"])).said).toContain("disabled");
});

test("writes what it did into the record as Cauri's own deed, without the password", async () => {
	await add("recorded@test.example");
	const entry = await newestEntry(database);
	expect(entry).toMatchObject({ action: "member.added", member_id: null });
	expect(JSON.stringify(entry)).not.toContain(PASSWORD);
});

test("lets a member whose account was guessed at sign in at once", async () => {
	const email = "guessed-at@test.example";
	await add(email);
	for (let guess = 0; guess < 6; guess += 1) await canSignIn(email, "wrong");
	expect(await canSignIn(email, PASSWORD)).toBe(false);
	expect(await member(["clear-delay", "--email", email])).toMatchObject({ code: 0 });
	expect(await canSignIn(email, PASSWORD)).toBe(true);
});

test("says in one sentence why it refuses", async () => {
	await add("only-admin@test.example", "admin");
	const nobody = ["--email", "nobody@test.example"];
	for (const [refused, sentence] of [
		[add("only-admin@test.example"), /^email: This value is already in use\. Choose another\.$/],
		[add("weak@test.example", "maker", "password1234"), /^password: This password is easy to guess/],
		[add("boss@test.example", "boss"), /^role: /],
		[member(["disable", ...nobody]), /^email: This member does not exist\.$/],
		[member(["clear-delay", ...nobody]), /^email: This member does not exist\.$/],
		[member(["reset-second-factor", ...nobody]), /^email: This member does not exist\.$/],
		// The last admin.
		[member(["disable", "--email", "only-admin@test.example"]), /admin/],
	] as const)
		expect(await refused).toEqual({ code: 1, said: expect.stringMatching(sentence) });
	expect(await canSignIn("only-admin@test.example", PASSWORD)).toBe(true);
});

test.each([
	[[]],
	[["promote"]],
	[["add", "extra"]],
	[["list", "--force"]],
	[["disable"]],
	[["add", "--email", "x@y.example"]],
])("called as %j is wrong usage", (args) => {
	expect(() => readCommand(args)).toThrow(/^Use one of: |is missing|^Unknown option/);
});

test("resets a second factor: the password alone opens the account then, and every session has ended", async () => {
	await add("lost@test.example");
	const row = database.selectFrom("member").select("id").where("email", "=", "lost@test.example");
	const { id } = await row.executeTakeFirstOrThrow();
	const at = new Date();
	await asOwner(database, (trx) =>
		trx.insertInto("totp").values({ member_id: id, secret: "v1.sealed", created_at: at, confirmed_at: at }).execute(),
	);
	expect(await member(["reset-second-factor", "--email", "lost@test.example"])).toMatchObject({ code: 0 });
	expect(await database.selectFrom("totp").select("member_id").where("member_id", "=", id).execute()).toEqual([]);
});

test("the program shows how it is called and ends with 2; a database that cannot be reached is one line, and 1", async () => {
	const env = { DATABASE_URL: "postgres://127.0.0.1:9/none" };
	expect(await runProgram(PROGRAM, ["promote"], env)).toMatchObject({
		...{ code: 2, out: "", err: expect.stringContaining("npm run member -- add") },
	});
	const away = await runProgram(PROGRAM, ["list"], env);
	expect([away.code, away.err.trim().split("\n")]).toEqual([1, [expect.any(String)]]);
});

test("the program starts the embedded database when nothing runs and stops it again; uses a living one and leaves it", async () => {
	const dataDir = temporaryFolder();
	// Empty, not absent: the `.env` of the machine that runs this test must not name a database.
	const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
	const added = { code: 0, err: "" };
	expect(await runProgram(PROGRAM, adding("first@test.example", "admin"), env, `${PASSWORD}\n`)).toMatchObject(added);
	const server = await startEmbeddedPostgres(join(dataDir, "postgres"));
	expect(server.startedHere).toBe(true);
	try {
		expect(await runProgram(PROGRAM, adding("second@test.example", "viewer"), env, PASSWORD)).toMatchObject(added);
		const living = openPool(await server.databaseUrl("cauri"));
		for (const email of ["first@test.example", "second@test.example"])
			expect(await canSignIn(email, PASSWORD, openDatabase(living))).toBe(true);
		await living.end();
	} finally {
		await server.stop();
	}
});
