import { expect, test } from "vitest";
import { configurationSchema } from "#lib/contracts/configuration.ts";
import { operatorChangeSchema } from "#lib/contracts/operator.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { changeOperator } from "#server/settings/change-operator.ts";
import { listOperators } from "#server/settings/list-operators.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";
import { migrate } from "#server/store/migrate.ts";
import { noteKeyFingerprint } from "#server/store/settings.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database, pool } = await createTestDatabase();
const system = systemContext({ database });
const [viewer, _maker, admin] = await Promise.all([
	addMember(database, "viewer"),
	addMember(database, "maker"),
	addMember(database, "admin"),
]);
const asAdmin = contextFor(system, admin);

function auditOf(code: string) {
	return auditEntries(database, { subject_id: code });
}

test("a new database offers every operator we know, to everybody who sees payments", async () => {
	const { items } = await listOperators(contextFor(system, viewer));
	const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
	expect([...items].sort(byCode)).toEqual([...DEFAULT_OPERATORS].sort(byCode));
});

test("a change touches the given fields alone, is recorded with old and new, and survives the next migration; a change that changes nothing leaves no trace", async () => {
	const before = DEFAULT_OPERATORS.find(({ code }) => code === "wave-ci");
	const changed = await changeOperator(asAdmin, { code: "wave-ci", change: { enabled: false, windowMinutes: 45 } });
	expect(changed).toEqual({ ...before, enabled: false, windowMinutes: 45 });
	expect(await auditOf("wave-ci")).toMatchObject([
		{
			action: "operator.changed",
			member_id: admin.id,
			details: { enabled: "true → false", windowMinutes: `${before?.windowMinutes} → 45` },
		},
	]);
	await migrate(database, pool);
	const { items } = await listOperators(asAdmin);
	expect(items.find(({ code }) => code === "wave-ci")).toEqual(changed);
	expect(items).toHaveLength(DEFAULT_OPERATORS.length);
	const same = items.find(({ code }) => code === "mtn-ci");
	expect(await changeOperator(asAdmin, { code: "mtn-ci", change: { enabled: true, name: same?.name ?? "" } })).toEqual(
		same,
	);
	expect(await auditOf("mtn-ci")).toEqual([]);
});

test.each(["*144*1*0707123456*{amount}#", "*144*07 07 12 34 56#", "+225 07-07-12-34-56"])(
	"a code to dial with somebody's phone number in it is refused: %s",
	(dialCode) => {
		expect(operatorChangeSchema.safeParse({ dialCode }).error?.issues).toMatchObject([{ path: ["dialCode"] }]);
	},
);

test.each([{ name: "Waves" }, { flow: "otp" as const }, { dialCode: "*145#" }])(
	"where payers are sent needs two admins: %o",
	async (change) => {
		const before = (await listOperators(asAdmin)).items.find(({ code }) => code === "mtn-ci");
		const { id } = await byTwo(asAdmin, async () => {
			const asked = await changeOperator(asAdmin, { code: "mtn-ci", change: { ...change, windowMinutes: 20 } });
			expect((await listOperators(asAdmin)).items.find(({ code }) => code === "mtn-ci")).toEqual(before);
			return asked;
		});
		const { items } = await listOperators(asAdmin);
		expect(items.find(({ code }) => code === "mtn-ci")).toEqual({ ...before, ...change, windowMinutes: 20 });
		expect(id).not.toBe("");
		await needsSecondAdmin(database, "operator_changed", (trx) =>
			trx.updateTable("operator").set({ name: "Elsewhere" }).where("code", "=", "mtn-ci").execute(),
		);
	},
);

test("only an operator that exists is changed", async () => {
	const unknown = changeOperator(asAdmin, { code: "no-such", change: { enabled: false } });
	await expect(unknown).rejects.toMatchObject({ code: "not_found" });
});

test("the configuration is told without any secret or address of the database", async () => {
	const secrets = {
		MOMO_API_KEY: "canary-key-1",
		MOMO_API_SECRET: "canary-secret-2",
		SESSION_PASSWORD: "canary-session-password-of-32-signs",
		DATABASE_URL: "postgres://canary-user:canary-pass@127.0.0.1:9/none",
	};
	const context = contextFor(systemContext({ database, config: testConfig(secrets) }), admin);
	await noteKeyFingerprint(database, context.config);
	const answer = await readConfiguration(context);
	expect(configurationSchema.parse(answer)).toEqual(answer);
	expect(answer).toMatchObject({
		service: { host: "127.0.0.1:9", sandbox: false, keyFingerprint: context.config.keyFingerprint },
		business: { currencies: ["XOF", "XAF"], timeZone: "Africa/Abidjan", locale: "en" },
		policy: { payoutLanes: 1, finalFailures: [] },
	});
	expect(answer.versions.postgresql).toMatch(/^\d+/);
	expect(JSON.stringify(answer)).not.toMatch(/canary/);
});
