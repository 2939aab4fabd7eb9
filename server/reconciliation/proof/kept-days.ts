import { type RawBuilder, sql } from "kysely";
import type { DayProof, FeeRule, ProofReading } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { Opening } from "#server/reconciliation/proof/prove-chain.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** Returns the first and last millisecond of a business day. */
export async function dayBorders(store: Database, day: string, timeZone: string): Promise<[Date, Date]> {
	const { rows } = await sql<{ since: Date; until: Date }>`
		select ${day}::date::timestamp at time zone ${timeZone} as since,
			((${day}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 millisecond' as until`.execute(store);
	const row = rows[0];
	if (!row) throw new Error("PostgreSQL knows no such day");
	return [row.since, row.until];
}

/** SQL for the newest stored proof of each of the wallet's days that meet `condition`, newest day first. */
export function newestProofs(
	wallet: WalletKey,
	condition: RawBuilder<unknown>,
): RawBuilder<{ day: string; proof: DayProof }> {
	return sql`select distinct on (day) day, proof from balance_proof where ${ofWallet(wallet)} and ${condition} order by day desc, id desc`;
}

/** Returns the last closing reading stored before `day`, however long ago; null when there is none. */
export async function readOpening(store: Database, wallet: WalletKey, day: string): Promise<Opening | null> {
	const { rows } = await sql<{ closing: ProofReading }>`
		select proof -> 'closing' as closing from (
			${newestProofs(wallet, sql`day < ${day}::date`)}
		) as newest where proof ->> 'closing' is not null order by day desc limit 1`.execute(store);
	const closing = rows[0]?.closing;
	if (!closing) return null;
	const { balance, at, seenAt, hold, taken, held } = closing;
	const known = new Map(taken.map(({ paymentId, effect }) => [paymentId, minorOf(effect)]));
	const times = { at: Date.parse(at), seenAt: Date.parse(seenAt) };
	return { balance: minorOf(balance), ...times, hold, taken: known, held: minorOf(held) };
}

/** Returns the rule by which a day was proved last, even if later lines have made a gap since; null if the day was never proved. */
export async function readProvedRule(store: Database, wallet: WalletKey, day: string): Promise<FeeRule | null> {
	const { rows } = await sql<{ rule: FeeRule }>`
		select proof -> 'rule' as rule from balance_proof
		where ${ofWallet(wallet)} and day = ${day}::date and status = 'proved' order by id desc limit 1`.execute(store);
	return rows[0]?.rule ?? null;
}

/** Returns false when the newest stored proof of the day is the same. */
export async function keepDay(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	proof: DayProof,
	at: Date,
): Promise<boolean> {
	const json = JSON.stringify(proof);
	const { rows } = await sql`
		insert into balance_proof (environment, currency, day, status, proof, computed_at)
		select ${wallet.environment}, ${wallet.currency}, ${proof.day}::date, ${proof.status}, ${json}::jsonb, ${at}::timestamptz
		where (select proof from balance_proof where ${ofWallet(wallet)}
			and day = ${proof.day}::date order by id desc limit 1) is distinct from ${json}::jsonb
		returning id`.execute(trx);
	return rows.length > 0;
}
