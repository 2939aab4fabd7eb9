/** Rewrites a backup with a change that is consistent in itself, so that only its meaning can reveal it. */
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createGunzip, gzipSync } from "node:zlib";
import { Tally } from "#server/backup/copy-table.ts";
import { MANIFEST_ENTRY, type Manifest } from "#server/backup/manifest.ts";
import { readTar, TAR_END, tarEntry } from "#server/backup/tar.ts";

export interface BackupChanges {
	manifest?(manifest: Manifest): Manifest;
	/** The text of one table; its digest and count are computed again. */
	table?: { name: string; change(text: string): string };
}

export async function repackBackup(path: string, to: string, { manifest, table }: BackupChanges): Promise<void> {
	const at = new Date(0);
	const entries: Buffer[] = [];
	const tally = new Tally();
	for await (const entry of readTar(createReadStream(path).pipe(createGunzip()))) {
		let { content } = entry;
		if (table && entry.name.startsWith(`tables/${table.name}/`)) {
			content = Buffer.from(table.change(content.toString("utf8")));
			tally.take(content);
		}
		if (entry.name === MANIFEST_ENTRY) {
			const read = JSON.parse(content.toString("utf8")) as Manifest;
			const told = table ? tally.result() : null;
			const tables = read.tables.map((one) => (told && one.name === table?.name ? { ...one, ...told } : one));
			const changed = { ...read, tables };
			content = Buffer.from(JSON.stringify(manifest ? manifest(changed) : changed));
		}
		entries.push(tarEntry({ name: entry.name, content }, at));
	}
	await writeFile(to, gzipSync(Buffer.concat([...entries, TAR_END])));
}
