import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import en from "#lib/i18n/en.json" with { type: "json" };
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const findingsSchema = z.array(
	z.object({
		id: z.string(),
		verdict: z.enum(["good", "warning", "fault", "not_checked"]),
		says: z.string(),
		fix: z.string().nullable(),
	}),
);

const CANARY = {
	apiKey: "canary-key-8f31",
	secret: "canary-secret-77aa",
	session: "canary-session-password-of-32-characters",
};

function environment(dataDir: string): Record<string, string> {
	return {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: CANARY.apiKey,
		MOMO_API_SECRET: CANARY.secret,
		SESSION_PASSWORD: CANARY.session,
		WALLET_CURRENCIES: "XOF",
		DATABASE_URL: desk.url,
		DATA_DIR: dataDir,
		BUSINESS_NAME: "Canary Stores",
		SMTP_URL: "smtp://canary-user:canary-mail@127.0.0.1:9",
		SMTP_FROM: "canary@desk.example",
		NEXT_DIST_DIR: dataDir,
	};
}

test("the doctor judges a desk by 40 checks, and says what to do about each that is not good", async () => {
	await desk.pool.query(`insert into setting (name, value, changed_at) values ('sending_stopped', '{}', now())
		on conflict (name) do nothing`);
	const program = launchProgram("server/cli/doctor.ts", environment(temporaryFolder()), ["--json"]);
	expect(await program.ended).toBe(1);
	const { findings } = z.object({ findings: findingsSchema }).parse(JSON.parse(program.output()));
	expect(findings.length).toBeGreaterThanOrEqual(40);
	expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
	for (const { verdict, fix } of findings) expect(fix === null).toBe(verdict === "good");
	const verdictOf = (id: string) => findings.find((finding) => finding.id === id)?.verdict;
	expect(verdictOf("database")).toBe("good");
	expect(verdictOf("schema")).toBe("good");
	expect(verdictOf("build")).toBe("fault");
	expect(verdictOf("service-reached")).toBe("fault");
	expect(verdictOf("mail")).toBe("fault");
	expect(verdictOf("sending")).toBe("warning");
	// The heading of the page that it names.
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

test("a file that cannot be written is named after the findings, which are told all the same", async () => {
	const file = join(temporaryFolder(), "nowhere", "bundle.json");
	const program = launchProgram("server/cli/doctor.ts", environment(temporaryFolder()), ["--bundle", file]);
	expect(await program.ended).toBe(1);
	expect(program.output()).toMatch(/✗ service-reached.*\d+ checks: .*ENOENT: no such file or directory, open/s);
});
