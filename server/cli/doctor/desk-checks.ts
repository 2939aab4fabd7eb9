/** Checks the desk's work: workers, jobs, readings, payments with unknown outcome, sending stops, the audit log, people. */
import { sql } from "kysely";
import { type Answer, type Check, NO_SETTINGS, ofDatabase, ofFigures, span } from "#server/cli/doctor/check.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";
import type { Figures } from "#server/worker/read-figures.ts";

const LATE_JOB_S = 300;
const OLD_READING_S = { balance: 900, movements: 5_400 };
const LONG_WAIT_S = 3_600;
const OLD_CHECK_S = 49 * 3_600;
const MANY_UNSEALED = 100;
const FEWEST_ADMINS = 2;

export const DESK_CHECKS: readonly Check[] = [
	{
		id: "workers",
		run: ofFigures(({ workers }) =>
			workers > 0 ? ["good", `Workers that run: ${workers}.`] : ["fault", "No worker was seen in the last 20 seconds."],
		),
		fix: "Start a worker: until then nothing is sent, watched or read.",
	},
	{
		id: "jobs",
		run: ofFigures(({ jobs }) => {
			const says = `${jobs.due} jobs are due, the oldest for ${span(jobs.oldestSeconds)}; ${jobs.failed} failed for good.`;
			return [jobs.oldestSeconds > LATE_JOB_S ? "fault" : jobs.failed > 0 ? "warning" : "good", says];
		}),
		fix: "Look at the worker's log; one that waits for a lock shows in pg_stat_activity.",
	},
	{
		id: "balances",
		run: ofFigures(({ wallets }) => reading(wallets, "balance")),
		fix: "Settings → Service shows why the service does not answer.",
	},
	{
		id: "movements",
		run: ofFigures(({ wallets }) => reading(wallets, "movements")),
		fix: "Movements shows the fault of the last list; Settings → Service shows the service's answers.",
	},
	{
		id: "sending",
		run: ofFigures(({ stops }) => {
			const reasons = [...new Set(stops.map(({ reason, currency }) => `${reason} ${currency}`.trim()))];
			return reasons.length > 0
				? ["warning", `Payouts wait: ${reasons.join(", ")}.`]
				: ["good", "Nothing stops sending."];
		}),
		fix: "Home → Why payouts wait says who ends each; Settings has what two admins confirm.",
	},
	{
		id: "payouts-waiting",
		run: ofFigures(({ payouts }) => {
			const says = `${payouts.waiting} approved payouts have not left${payouts.waiting > 0 ? `, the oldest for ${span(payouts.oldestSeconds)}` : ""}.`;
			return [payouts.oldestSeconds > LONG_WAIT_S ? "warning" : "good", says];
		}),
		fix: "Open the oldest one: its page says why it waits.",
	},
	{
		id: "payments-in-doubt",
		run: ofFigures(({ inDoubt }) => {
			const some = inDoubt.filter(({ count }) => count > 0).map(({ state, count }) => `${count} ${state}`);
			return some.length > 0
				? ["warning", `Payments in doubt: ${some.join(", ")}.`]
				: ["good", "No payment is in doubt."];
		}),
		fix: "Home lists them: a reference confirms the outcome of each, or two people do.",
	},
	{
		id: "audit-check",
		run: ofFigures(({ auditIsWhole, auditCheckSeconds: age }) => {
			if (!auditIsWhole) return ["fault", "The last check of the audit log found it changed."];
			if (age === null) return ["not_checked", "The audit log was never verified."];
			return [age > OLD_CHECK_S ? "warning" : "good", `The audit log was intact ${span(age)} ago.`];
		}),
		fix: "Run npm run audit -- verify; if it names an entry, repair nothing and tell your auditor.",
	},
	{
		id: "audit-seals",
		run: ofFigures(({ unsealed }) => [
			unsealed > MANY_UNSEALED ? "warning" : "good",
			`Entries of the audit log that are not signed yet: ${unsealed}.`,
		]),
		fix: "A worker signs them every two seconds: start one, and let it write DATA_DIR/audit-key.pem.",
	},
	{
		id: "sealed-secrets",
		run: ofDatabase(async (database, { config }) => {
			if (!config) return NO_SETTINGS;
			const apps = database.selectFrom("totp").select(["member_id", "secret"]).where("confirmed_at", "is not", null);
			const rows = await apps.execute();
			const closed = rows.filter(({ member_id, secret }) => openSecret(config, member_id, secret) === null).length;
			return closed > 0
				? ["fault", `SESSION_PASSWORD does not open ${closed} of ${rows.length} authenticator apps.`]
				: ["good", `SESSION_PASSWORD opens all ${rows.length} authenticator apps.`];
		}),
		fix: "Put the SESSION_PASSWORD that sealed them behind the new one: NEW,OLD; or reset those second factors.",
	},
	{
		id: "admins",
		run: ofDatabase(async (database) => {
			const { rows } = await sql<{ count: number }>`
				select count(*)::int as count from member where role = 'admin' and disabled_at is null`.execute(database);
			const count = rows[0]?.count ?? 0;
			return [count < FEWEST_ADMINS ? "warning" : "good", `Active admins: ${count}.`];
		}),
		fix: "A change that relaxes a control needs two admins: Settings → Members, or npm run member -- add … --role admin.",
	},
];

function reading(wallets: Figures["wallets"], what: "balance" | "movements"): Answer {
	const ages = wallets.map((wallet) => (what === "balance" ? wallet.balanceSeconds : wallet.movementsSeconds));
	if (ages.includes(null)) return ["warning", `At least one wallet has no reading of ${what} yet.`];
	const oldest = Math.max(0, ...ages.map((age) => age ?? 0));
	return [oldest > OLD_READING_S[what] ? "warning" : "good", `The oldest reading of ${what} is ${span(oldest)} old.`];
}
