/** Stores the chunks whose lines the mirror has. Only the holder of the sync lock reads and writes them. */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { PackedChunk } from "#server/wallets/sync/packed-chunk.ts";

export interface KeptChunk {
	times: number;
	lines: number;
	unreadable: number;
}

// Chunks per statement, about half a megabyte.
const AT_ONCE = 64;

export async function readKept(connection: Database, wallet: WalletKey): Promise<Map<string, KeptChunk>> {
	const rows = await connection
		.selectFrom("movement_chunk")
		.select(["digest", "times", "lines", "unreadable"])
		.where(ofWallet(wallet))
		.execute();
	return new Map(rows.map(({ digest, ...chunk }) => [digest, chunk]));
}

export async function* readPacked(
	connection: Database,
	wallet: WalletKey,
	digests: readonly string[],
): AsyncGenerator<{ digest: string; packed: Buffer }> {
	for (let from = 0; from < digests.length; from += AT_ONCE) {
		yield* await connection
			.selectFrom("movement_chunk")
			.select(["digest", "packed"])
			.where(ofWallet(wallet))
			.where("digest", "in", digests.slice(from, from + AT_ONCE))
			.execute();
	}
}

export interface ChunkChange {
	/** In the order of their numbers in the staging table, from 1 on. */
	fresh: readonly (PackedChunk & { digest: string; times: number })[];
	/** Stored chunks that the array now lists more or less often; 0 if it no longer lists the chunk. */
	times: ReadonlyMap<string, number>;
}

/** Adds fresh chunks, deletes unlisted ones, updates how often others occur. The staging table gives each fresh chunk's time range. */
export async function writeChunks(
	trx: DatabaseTransaction,
	{ environment, currency }: WalletKey,
	{ fresh, times }: ChunkChange,
): Promise<void> {
	const ours = ofWallet({ environment, currency });
	const digests = [...times.keys()];
	await sql`delete from movement_chunk where ${ours}
		and digest = any(${digests.filter((digest) => times.get(digest) === 0)}::text[])`.execute(trx);
	const other = digests.filter((digest) => times.get(digest) !== 0);
	if (other.length > 0) {
		await sql`update movement_chunk set times = now.times
			from unnest(${other}::text[], ${other.map((digest) => times.get(digest))}::integer[]) as now (digest, times)
			where ${ours} and movement_chunk.digest = now.digest`.execute(trx);
	}
	for (let from = 0; from < fresh.length; from += AT_ONCE) {
		const some = fresh.slice(from, from + AT_ONCE);
		await sql`
			insert into movement_chunk (environment, currency, digest, times, lines, unreadable, oldest, newest, packed)
			select ${environment}, ${currency}, digest, times, lines, unreadable, oldest, newest, packed from unnest(
				${some.map((_, index) => from + index + 1)}::integer[], ${some.map(({ digest }) => digest)}::text[],
				${some.map((chunk) => chunk.times)}::integer[], ${some.map(({ lines }) => lines)}::integer[],
				${some.map(({ unreadable }) => unreadable)}::integer[], ${some.map(({ packed }) => packed)}::bytea[]
			) as one (chunk, digest, times, lines, unreadable, packed)
			left join (select chunk, min(created_at) as oldest, max(created_at) as newest from movement_seen
				where chunk > ${from}::integer and chunk <= ${from + AT_ONCE}::integer group by chunk) as span using (chunk)`.execute(
			trx,
		);
	}
}

export async function forgetChunks(trx: DatabaseTransaction, wallet: WalletKey): Promise<void> {
	await sql`delete from movement_chunk where ${ofWallet(wallet)}`.execute(trx);
}
