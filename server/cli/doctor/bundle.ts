/** Makes the file to send to people who help: findings, versions, figures, events; no secret, name, number, amount, address or path. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { readJson } from "#lib/text/read-json.ts";
import type { Desk, Finding } from "#server/cli/doctor/check.ts";
import { KNOWN_VARIABLES } from "#server/environment/known-variables.ts";
import product from "../../../package.json" with { type: "json" };

/** Our own names of events and causes; any other text stays out. */
const CODE = /^[a-z][a-z_.]{1,60}$/;

export async function makeBundle(desk: Desk, findings: readonly Finding[]): Promise<string> {
	const bundle = {
		cauri: product.version,
		at: new Date().toISOString(),
		machine: {
			system: `${platform()} ${release()} ${arch()}`,
			processors: cpus().length,
			memoryBytes: totalmem(),
			node: process.versions.node,
		},
		// Lists which variables are set, never their values.
		settings: Object.keys(desk.env)
			.filter((name) => KNOWN_VARIABLES.has(name))
			.sort(),
		findings,
		figures: desk.figures,
		tables: await countRows(desk),
		events: countEvents(join(desk.dataDir, "logs")),
	};
	return `${JSON.stringify(bundle, null, "\t")}\n`;
}

async function countRows({ database }: Desk): Promise<Record<string, string>> {
	if (!database) return {};
	const { rows } = await sql<{ name: string; rows: string }>`
		select relname as name, n_live_tup::text as rows from pg_stat_user_tables where schemaname = 'public' order by 1`.execute(
		database,
	);
	return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

function countEvents(folder: string): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const file of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".log")) : []) {
		for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
			const event = eventOf(line);
			if (event === null) continue;
			const name = `${file.slice(0, -".log".length)} ${event}`;
			counts[name] = (counts[name] ?? 0) + 1;
		}
	}
	return counts;
}

function eventOf(line: string): string | null {
	const { level, event, code } = Object(readJson(line)) as Record<string, unknown>;
	const parts = [level, event, code].filter((part) => typeof part === "string" && CODE.test(part));
	return parts.length > 1 ? parts.join(" ") : null;
}
