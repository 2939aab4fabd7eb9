/** Copies of a desk's database and data folder, opened again later as after a restore. */
import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import type { SystemContext } from "#server/context.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { copyDatabase, databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";

export interface DeskCopies {
	/** Copies both together, as a stopped machine's folders are copied. */
	copy(system: SystemContext): Promise<() => Promise<OpenedDesk>>;
	close(): Promise<void>;
}

interface OpenedDesk {
	url: string;
	pool: ReturnType<typeof openPool>;
	system: SystemContext;
}

export function deskCopies(): DeskCopies {
	const adminUrl = inject("adminUrl");
	const closing: (() => Promise<unknown>)[] = [];
	const copied = async (source: string) => {
		const name = await copyDatabase(adminUrl, source);
		closing.push(() => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`));
		return name;
	};
	const copyFolder = async (source: string) => {
		const folder = join(tmpdir(), `cauri-copy-${randomBytes(6).toString("hex")}`);
		await cp(source, folder, { recursive: true }).catch(() => undefined);
		closing.push(() => rm(folder, { recursive: true, force: true }));
		return folder;
	};
	return {
		async copy(system) {
			const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(system.database);
			const [name, folder] = [await copied(rows[0]?.name ?? ""), await copyFolder(system.config.dataDir)];
			return async () => {
				const [opened, dataDir] = [await copied(name), await copyFolder(folder)];
				const url = databaseUrl(adminUrl, opened);
				const pool = openPool(url);
				closing.unshift(() => pool.end());
				return {
					url,
					pool,
					system: { ...system, database: openDatabase(pool), config: { ...system.config, dataDir } },
				};
			};
		},
		async close() {
			for (const one of closing.splice(0)) await one();
		},
	};
}
