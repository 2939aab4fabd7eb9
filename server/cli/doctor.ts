/** `npm run doctor`: checks machine, settings, service, database and desk, and says for each fault what to do. It changes nothing. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeBundle } from "#server/cli/doctor/bundle.ts";
import { type Desk, examine, type Finding, type Verdict } from "#server/cli/doctor/check.ts";
import { DATABASE_CHECKS } from "#server/cli/doctor/database-checks.ts";
import { DESK_CHECKS } from "#server/cli/doctor/desk-checks.ts";
import { MACHINE_CHECKS } from "#server/cli/doctor/machine-checks.ts";
import { SERVICE_CHECKS } from "#server/cli/doctor/service-checks.ts";
import { SETTINGS_CHECKS } from "#server/cli/doctor/settings-checks.ts";
import { DATABASE_NAME } from "#server/cli/launcher/launch-postgres.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { paint, say } from "#server/cli/launcher/terminal.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { adoptEnvironment } from "#server/continuity/environment-in-use.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { findEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { readFigures } from "#server/worker/read-figures.ts";

const USAGE = `npm run doctor -- [--json] [--bundle FILE]

Checks the machine, the settings, the service, the database and the desk's work, and says for each fault what to do.
It changes nothing and sends no key. The embedded database is checked only while Cauri runs.

--json      prints the findings as JSON
--bundle    writes one file for people who help: findings, versions, figures; no secret, name, number, amount, address or path

Exit code: 0 without a fault, 1 with one, 2 for wrong options.`;

const CHECKS = [...MACHINE_CHECKS, ...SETTINGS_CHECKS, ...SERVICE_CHECKS, ...DATABASE_CHECKS, ...DESK_CHECKS];
const NO_DATABASE = "postgres://127.0.0.1:9/none";
const SIGN: Record<Verdict, string> = { good: "✓", warning: "!", fault: "✗", not_checked: "?" };
const COLOUR = { good: "green", warning: "yellow", fault: "red", not_checked: "dim" } as const;

await runTask(USAGE, readArguments, async ({ json, bundle }) => {
	loadEnvFile();
	const dataDir = resolve(process.env.DATA_DIR || ".data");
	const { config, faults } = await readSettings(dataDir);
	const pool = config && openPool(config.databaseUrl.reveal(), { application_name: "cauri-doctor", max: 3 });
	const desk: Desk = { env: process.env, dataDir, config, faults, database: null, figures: null };
	if (config && pool && (await pool.query("select 1").catch(() => null))) {
		const database = openDatabase(pool);
		await adoptEnvironment({ database, config }).catch(() => undefined);
		Object.assign(desk, { database, figures: await readFigures({ database, config }).catch(() => null) });
	}
	try {
		const findings = await examine(CHECKS, desk);
		say(json ? JSON.stringify({ findings }, null, "\t") : findingsText(findings));
		if (bundle) writeFileSync(bundle, await makeBundle(desk, findings), { mode: 0o600 });
		if (bundle && !json) say(`Written: ${bundle}. Read it before you send it.`);
		if (findings.some(({ verdict }) => verdict === "fault")) process.exitCode = 1;
	} finally {
		await pool?.end();
	}
});

function readArguments(args: string[]): { json: boolean; bundle: string | null } {
	const options = { json: { type: "boolean", default: false }, bundle: { type: "string" } } as const;
	const { values } = parseArgs({ args, options });
	if (values.bundle === "") throw new Error("--bundle needs a file.");
	return { json: values.json, bundle: values.bundle ? resolve(values.bundle) : null };
}

/**
 * Reads the other settings even when no address is given and no embedded database runs, and even without keys, as on a machine that
 * runs only the web program.
 */
async function readSettings(dataDir: string): Promise<{ config: Config | null; faults: readonly string[] }> {
	const embedded = () => findEmbeddedPostgres(join(dataDir, "postgres"), DATABASE_NAME);
	const isGiven = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE;
	const env = isGiven ? process.env : { ...process.env, DATABASE_URL: (await embedded()) ?? NO_DATABASE };
	const read = (keyless: boolean) => {
		try {
			return { config: readConfig(env, { keyless }), faults: [] };
		} catch (error) {
			if (error instanceof ConfigError) return { config: null, faults: error.faults };
			throw error;
		}
	};
	const whole = read(false);
	return whole.config ? whole : { config: read(true).config, faults: whole.faults };
}

function findingsText(findings: readonly Finding[]): string {
	const lines = findings.flatMap(({ id, verdict, says, fix }) => [
		`${paint(COLOUR[verdict], SIGN[verdict])} ${id.padEnd(20)} ${says}`,
		...(fix && verdict !== "not_checked" ? [paint("dim", `${" ".repeat(23)}→ ${fix}`)] : []),
	]);
	const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
	const sums = `${findings.length} checks: ${count("good")} good, ${count("warning")} warnings, ${count("fault")} faults, ${count("not_checked")} not checked.`;
	return [...lines, "", sums].join("\n");
}
