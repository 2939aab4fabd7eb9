import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import en from "#lib/i18n/en.json" with { type: "json" };
import { openPool } from "#server/store/database.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const finding = z.object({ id: z.string(), verdict: z.string(), says: z.string(), fix: z.string().nullable() });

function environment(dataDir: string): Record<string, string> {
	return {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: "canary-key-8f31",
		MOMO_API_SECRET: "canary-secret-77aa",
		SESSION_PASSWORD: "canary-session-password-of-32-characters",
		WALLET_CURRENCIES: "XOF",
		DATABASE_URL: desk.url,
		DATA_DIR: dataDir,
		BUSINESS_NAME: "Canary Stores",
		SMTP_URL: "smtp://canary-user:canary-mail@127.0.0.1:9",
		SMTP_FROM: "canary@desk.example",
		BACKUP_RECIPIENT: "age1canary",
		NEXT_DIST_DIR: dataDir,
	};
}

test("the doctor judges a desk by 43 checks, and says what to do about each that is not good", async () => {
	await desk.pool.query(`insert into setting (name, value, changed_at) values ('sending_stopped', '{}', now())
		on conflict (name) do nothing`);
	const web = openPool(desk.url, { application_name: "cauri-web", max: 1 });
	onTestFinished(() => web.end());
	await web.query("select 1");
	const program = launchProgram("server/cli/doctor.ts", environment(temporaryFolder()), ["--json"]);
	expect(await program.ended).toBe(1);
	const { findings } = z.object({ findings: z.array(finding) }).parse(JSON.parse(program.output()));
	expect(findings).toHaveLength(43);
	expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
	for (const { verdict, fix } of findings) expect(fix === null).toBe(verdict === "good");
	expect(Object.fromEntries(findings.map(({ id, verdict }) => [id, verdict]))).toMatchObject({
		...{ database: "good", schema: "good", "database-version": "good", roles: "warning", sending: "warning" },
		...{ build: "fault", "service-reached": "fault", mail: "fault", "backup-encrypted": "fault" },
	});
	// The fix names the page by its heading.
	expect(findings.find(({ id }) => id === "sending")?.fix).toContain(`Home → ${en.obstacles.title} `);
	expect(findings.filter(({ says }) => says.startsWith("It could not be checked")).map(({ id }) => id)).toEqual([
		"service-clock",
	]);
});

test("the doctor's file has no secret, no person, no number, no amount, no address and no path in it", async () => {
	await desk.approved(newPayout());
	const { rows: members } = await desk.pool.query<{ name: string; email: string }>("select name, email from member");
	const { rows: payments } = await desk.pool.query<{ phone_number: string; id: string; amount: string }>(
		"select phone_number, id, amount from payment",
	);
	const dataDir = temporaryFolder();
	mkdirSync(join(dataDir, "logs"));
	const line = { level: "error", event: "send_payment", code: "canary +2250102030405 Awa", msg: "canary text" };
	writeFileSync(join(dataDir, "logs", "worker.log"), `${JSON.stringify(line)}\ncanary at the top\n`);
	const file = join(temporaryFolder(), "bundle.json");
	await launchProgram("server/cli/doctor.ts", environment(dataDir), ["--bundle", file]).ended;
	const bundle = readFileSync(file, "utf8");
	expect(JSON.parse(bundle)).toMatchObject({
		events: { "worker error send_payment": 1 },
		figures: { payouts: { waiting: expect.any(Number) } },
	});
	const { password, hostname, port } = new URL(desk.url);
	const told = [
		...["canary", "Canary", "127.0.0.1", hostname, `:${port}`, dataDir, process.cwd(), "+225"],
		...(password ? [password] : []),
		...members.flatMap(({ name, email }) => [name, email]),
		...payments.flatMap(({ phone_number, id, amount }) => [phone_number, phone_number.slice(1), id, amount]),
	];
	expect(told.filter((text) => bundle.includes(text))).toEqual([]);
});

test("where the web program runs alone all is checked but the keys; a file that cannot be written is named at the end", async () => {
	const file = join(temporaryFolder(), "nowhere", "bundle.json");
	const env = { ...environment(temporaryFolder()), MOMO_API_KEY: "", MOMO_API_SECRET: "" };
	const program = launchProgram("server/cli/doctor.ts", env, ["--bundle", file]);
	expect(await program.ended).toBe(1);
	expect(program.output()).toMatch(
		/✗ settings.*: MOMO_API_KEY, MOMO_API_SECRET.*✗ service-reached.*\d+ checks: .*ENOENT: no such file or directory, open/s,
	);
});
