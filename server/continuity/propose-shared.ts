/** Proposes to mark a wallet as shared after the second day on which lines of other systems held its payouts. */
import { sql } from "kysely";
import { z } from "zod";
import type { SharedProposal } from "#lib/contracts/wallet-gaps.ts";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { readSetting } from "#server/store/settings.ts";

/** Without a readable row no wallet is shared, which is the stricter choice. */
export const SHARED_WALLETS = "shared_wallets";

const sharedSchema = z.object({ currencies: z.array(z.string()) });

/** Reads the wallets that admins marked as shared with other systems. There a drop holds only payouts that can add up to it exactly. */
export async function readSharedWallets(database: Database): Promise<string[]> {
	return (await readSetting(database, SHARED_WALLETS, sharedSchema, { currencies: [] })).currencies;
}

const WITHIN_DAYS = 30;
const FROM_DAYS = 2;
const SHOWN = 20;

/**
 * Counts the days on which lines held payouts of a wallet. A hold does not count if the wallet was proved after it, or an admin answered
 * that a payout left. A change request after the last counted hold ends the proposal.
 */
export async function proposeShared({ database, config, clock }: SystemContext): Promise<SharedProposal[]> {
	const shared = await readSharedWallets(database);
	const currencies = config.walletCurrencies.filter((currency) => !shared.includes(currency));
	if (currencies.length === 0) return [];
	// guard: money-of-ours-proposes-nothing
	const { rows } = await sql<{ currency: string; days: number; lastAt: Date; lines: string[] }>`
		with hold as (
			select held.id, held.subject_id as currency, held.at, string_to_array(held.details ->> 'lines', ',') as lines, (
				select answer.action = 'setting.wallet_proved' or answer.details ->> 'left' <> '0' from audit_entry as answer
				where answer.subject_id = held.subject_id and answer.id > held.id
					and answer.action in ('setting.wallet_proved', 'setting.wallet_answered')
				order by answer.id limit 1) as was_ours
			from audit_entry as held
			where held.subject_id = any(${currencies}::text[]) and held.action = 'setting.wallet_held' and held.details ? 'lines'
				and held.at > ${clock.now()}::timestamptz - make_interval(days => ${WITHIN_DAYS})
		), counted as (
			select currency, count(distinct (at at time zone ${config.timeZone})::date)::integer as days, max(at) as "lastAt", max(id) as last
			from hold where was_ours is not true group by currency
		)
		select currency, days, "lastAt", array(select distinct unnest(lines) from hold
			where hold.currency = counted.currency and was_ours is not true) as lines
		from counted where days >= ${FROM_DAYS} and not exists (select from change_request as change
			join audit_entry as asked on asked.subject_id = change.id and asked.action = 'change.asked' and asked.id > counted.last
			where change.kind = 'wallet_shared' and change.subject = counted.currency)`.execute(database);
	return Promise.all(
		rows.map(async ({ lastAt, lines, ...proposal }) => ({
			...proposal,
			lastAt: lastAt.toISOString(),
			lines: await readLines(database, lines),
		})),
	);
}

async function readLines(
	database: SystemContext["database"],
	ids: readonly string[],
): Promise<SharedProposal["lines"]> {
	const rows = await database
		.selectFrom("movement")
		.select(["id", "amount", "fee", "created_at"])
		.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(SHOWN)
		.execute();
	return rows.map(({ created_at: at, ...line }) => ({ ...line, at: at.toISOString() }));
}
