/** Checks PostgreSQL: version, tables, rights, connections, safety of commits, standbys, clock. */
import { sql } from "kysely";
import { type Answer, type Check, NO_SETTINGS, ofConfig, ofDatabase, ofFigures } from "#server/cli/doctor/check.ts";
import { plannedConnections } from "#server/environment/pool-sizes.ts";
import { ROLE_OF } from "#server/store/grant-rights.ts";
import { programDifferences } from "#server/store/programs/program-differences.ts";
import { readLivingPrograms } from "#server/store/programs/program-heartbeats.ts";
import { newerSchema, POSTGRES, readSchemaVersion } from "#server/store/schema-version.ts";

const CLOCK_S = 5;
const LAG_S = 30;
const DIFFER = { session_password: "session passwords", currencies: "wallets", version: "versions" };

export const DATABASE_CHECKS: readonly Check[] = [
	{
		id: "database",
		run: ofConfig((_config, { database }) =>
			database ? ["good", "The database answers."] : ["fault", "The database does not answer."],
		),
		fix: "Start PostgreSQL, or Cauri, which starts its own. Check DATABASE_URL and the network.",
	},
	{
		id: "database-version",
		run: asking(async (value) => {
			const major = Math.floor(Number(await value("server_version_num")) / 10_000);
			const verdict = major < POSTGRES.first ? "fault" : major > POSTGRES.last ? "warning" : "good";
			return [verdict, `PostgreSQL ${major}.`];
		}),
		fix: `Use PostgreSQL ${POSTGRES.first} to ${POSTGRES.last}.`,
	},
	{
		id: "schema",
		run: ofDatabase(async (database) => {
			const schema = await readSchemaVersion(database);
			const { missing, unknown, own } = schema;
			if (missing.length > 0) return ["fault", `Missing migrations: ${missing.length}.`];
			if (newerSchema(schema) !== null)
				return ["warning", "A newer version has migrated this database; this one can run on it."];
			if (unknown.length > 0) return ["fault", "A newer version has migrated this database."];
			return ["good", `The tables are of this version (${own}).`];
		}),
		fix: "Run npm run backup, then npm run migrate; with a newer database use that version of Cauri.",
	},
	{
		id: "programs",
		run: ofDatabase(async (database) => {
			const programs = await readLivingPrograms(database);
			const differences = programDifferences(programs).map(({ what }) => DIFFER[what]);
			if (differences.length > 0) return ["fault", `Programs run with different ${differences.join(", ")}.`];
			return ["good", `All programs that run (${programs.length}) have the same settings and version.`];
		}),
		fix: "Settings → Configuration names the machines: give all the same SESSION_PASSWORD, WALLET_CURRENCIES and version.",
	},
	{
		id: "roles",
		run: ofDatabase(async (database) => {
			const roles = Object.values(ROLE_OF);
			// A role that can sign in may be unused, so this also counts connections of the programs under other roles.
			const { rows } = await sql<{ roles: number; others: number }>`select
				(select count(*)::int from pg_roles where rolname = any(${roles}) and rolcanlogin) as roles,
				(select count(*)::int from pg_stat_activity where datname = current_database()
					and application_name in ('cauri-web', 'cauri-worker') and usename <> all(${roles})) as others`.execute(
				database,
			);
			return rows[0]?.roles === roles.length && rows[0].others === 0
				? ["good", "Web and worker have roles of their own."]
				: ["warning", "Web and worker use the database as its owner."];
		}),
		fix: "Give cauri_web and cauri_worker passwords and addresses (docs/operate.md, The database).",
	},
	{
		id: "connections",
		run: ofDatabase(async (database, { env, figures }) => {
			const { rows } = await sql<{ allowed: number; used: number }>`
				select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
					(select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`.execute(database);
			const { allowed = 0, used = 0 } = rows[0] ?? {};
			const workers = Math.max(1, figures?.workers ?? 1);
			const planned = plannedConnections(env, workers);
			return [
				planned > allowed ? "warning" : "good",
				`${workers} machines may open ${planned} connections, ${used} are open, ${allowed} are allowed.`,
			];
		}),
		fix: "Lower DATABASE_POOL and WORKER_POOL, or raise max_connections of PostgreSQL.",
	},
	{
		id: "durability",
		run: asking(async (value) => {
			const off = [];
			for (const name of ["fsync", "full_page_writes"]) if ((await value(name)) !== "on") off.push(name);
			return off.length > 0
				? ["fault", `${off.join(" and ")} is off: a power cut loses commits.`]
				: ["good", "Commits survive a power cut."];
		}),
		fix: "Set fsync and full_page_writes to on, and restart PostgreSQL.",
	},
	{
		id: "replication",
		run: ofFigures(({ replication, replicationLagSeconds: lag }) => {
			if (replication === "asynchronous") return ["warning", "A standby may take over without the last commits."];
			if (replication === "not_known") return ["not_checked", "This role may not see whether there are standbys."];
			if (lag !== null && lag > LAG_S) return ["warning", `A standby is ${Math.round(lag)} seconds behind.`];
			return ["good", replication === "none" ? "There is no standby." : "A standby confirms each commit."];
		}),
		fix: "Set synchronous_standby_names (docs/operate.md, The database).",
	},
	{
		id: "time-zone",
		run: ofDatabase(async (database, { config }) => {
			if (!config) return NO_SETTINGS;
			const { rows } = await sql<{ months: number }>`
				select count(*)::int as months from statement_closing where environment = ${config.environment} and ended_at is null
					and until <> ((month || '-01')::date + interval '1 month') at time zone ${config.timeZone}`.execute(database);
			const { months = 0 } = rows[0] ?? {};
			return months > 0
				? ["fault", `Closed months that end at midnight of another time zone: ${months}.`]
				: ["good", "Every closed month ends at midnight of TIME_ZONE."];
		}),
		fix: "Set TIME_ZONE to what it was: lines near the ends count twice or never. Or reopen these months and close them again.",
	},
	{
		id: "database-clock",
		run: ofDatabase(async (database) => {
			const before = Date.now();
			const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
			const middle = (before + Date.now()) / 2;
			const apart = Math.round(Math.abs((rows[0]?.now.getTime() ?? 0) - middle) / 1_000);
			return [
				apart > CLOCK_S ? "warning" : "good",
				`The database's clock and this machine's are ${apart} seconds apart.`,
			];
		}),
		fix: "Set both clocks by NTP.",
	},
];

function asking(judge: (value: (name: string) => Promise<string>) => Promise<Answer>): Check["run"] {
	return ofDatabase((database) =>
		judge(async (name) => {
			const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
			return rows[0]?.value ?? "";
		}),
	);
}
