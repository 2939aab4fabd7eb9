/** The desk's state in figures for monitoring: ages in seconds by the database's clock, counts, codes. No name, number, amount or key. */
import { sql } from "kysely";
import { IN_DOUBT_STATES, MAY_COST_STATES, PAID_STATES } from "#lib/payment-state.ts";
import type { SendObstacle } from "#lib/send-obstacles.ts";
import { LAST_BACKUP } from "#server/backup/last-backup.ts";
import type { SystemContext } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { IS_VALID_WAIT } from "#server/payments/payout-wait.ts";
import { readReplication } from "#server/store/server-identity.ts";
import { listed } from "#server/store/sql-fragments.ts";
import { IS_ALIVE } from "#server/store/worker-heartbeats.ts";
import { SYNC_AGE } from "#server/wallets/sync-row.ts";

export interface Figures {
	jobs: { due: number; oldestSeconds: number; failed: number };
	/** `oldestSeconds` counts from the last event of a waiting payout, or from the end of its own wait if that is later. */
	payouts: { waiting: number; oldestSeconds: number };
	/** Payouts requested in the last day that may cost money, to numbers without a paid payout that was requested earlier. */
	toNewNumbers: number;
	inDoubt: { state: (typeof IN_DOUBT_STATES)[number]; count: number }[];
	wallets: WalletFigures[];
	/** The reason why sending is stopped: in one wallet, or in the whole desk when `currency` is empty. */
	stops: { reason: SendObstacle; currency: string }[];
	/** Null when there was no backup. */
	backupSeconds: number | null;
	auditCheckSeconds: number | null;
	auditIsWhole: boolean;
	unsealed: number;
	workers: number;
	replication: Awaited<ReturnType<typeof readReplication>>;
	/** Lag of the slowest standby; null where there is no standby or the role may not see the lag. */
	replicationLagSeconds: number | null;
}

interface WalletFigures {
	currency: string;
	/** Null: never read. */
	balanceSeconds: number | null;
	movementsSeconds: number | null;
	/** Payouts that are being sent, at most `PAYOUT_LANES`. */
	lanesUsed: number;
}

/** Settings that stop sending; each has the name of its obstacle. */
const STOPS: readonly SendObstacle[] = [SENDING_STOPPED, DATABASE_MISMATCH];
const UNPROVED: SendObstacle = "wallet_unproved";

type System = Pick<SystemContext, "database" | "config">;

export async function readFigures(system: System): Promise<Figures> {
	const { database } = system;
	const { rows } = await sql<Omit<Figures, "inDoubt" | "wallets" | "stops" | "replication">>`
		select
			(select json_build_object(
				'due', count(*) filter (where attempts < max_attempts),
				'oldestSeconds', coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null)), 0),
				'failed', count(*) filter (where attempts >= max_attempts and locked_at is null))
				from graphile_worker.jobs where run_at <= now()) as jobs,
			(select json_build_object('waiting', count(*), 'oldestSeconds',
				coalesce(extract(epoch from now() - least(now(), min(greatest(waits_until, created_at, (select max(at) from payment_event where payment_id = payment.id))))), 0))
				from payment where kind = 'payout' and state = 'approved' and environment = ${system.config.environment}) as payouts,
			(select count(*)::int from payment where kind = 'payout' and environment = ${system.config.environment}
				and created_at > now() - interval '1 day' and state in (${listed(MAY_COST_STATES)})
				and not exists (select from payment as paid where paid.kind = 'payout' and paid.phone_number = payment.phone_number
					and paid.created_at < payment.created_at and paid.environment = payment.environment
					and paid.state in (${listed(PAID_STATES)}))) as "toNewNumbers",
			(select extract(epoch from now() - changed_at)::float from setting where name = ${LAST_BACKUP}) as "backupSeconds",
			(select extract(epoch from now() - changed_at)::float from setting where name = 'audit_check') as "auditCheckSeconds",
			coalesce((select value ->> 'fault' is null from setting where name = 'audit_check'), true) as "auditIsWhole",
			(select coalesce(max(id), 0) from audit_entry)::bigint::float - (select coalesce(max(entry), 0) from audit_seal)::bigint::float as unsealed,
			(select count(*)::int from worker where ${IS_ALIVE}) as workers,
			(select extract(epoch from max(replay_lag))::float from pg_stat_replication) as "replicationLagSeconds"`.execute(
		database,
	);
	const [inDoubt, wallets, stops, replication] = await Promise.all([
		readDoubts(system),
		readWallets(system),
		readStops(system),
		readReplication(database),
	]);
	const [row] = rows;
	if (!row) throw new Error("the database answered nothing");
	return { ...row, inDoubt, wallets, stops, replication };
}

async function readDoubts({ database }: System): Promise<Figures["inDoubt"]> {
	const { rows } = await sql<{ state: string; count: number }>`
		select state, count(*)::int as count from payment where state in (${listed(IN_DOUBT_STATES)}) group by state`.execute(
		database,
	);
	return IN_DOUBT_STATES.map((state) => ({ state, count: rows.find((row) => row.state === state)?.count ?? 0 }));
}

async function readWallets({ database, config }: System): Promise<WalletFigures[]> {
	const { rows } = await sql<WalletFigures>`
		select currency,
			(select extract(epoch from now() - fetched_at)::float from balance_reading as reading
				where reading.environment = wallet.environment and reading.currency = wallet.currency order by id desc limit 1) as "balanceSeconds",
			${SYNC_AGE} as "movementsSeconds",
			(select count(*)::int from payment where kind = 'payout' and state = 'sending'
				and payment.environment = wallet.environment and payment.currency = wallet.currency) as "lanesUsed"
		from (select ${config.environment} as environment, unnest(${[...config.walletCurrencies]}::text[]) as currency) as wallet`.execute(
		database,
	);
	return rows;
}

/** Reads the stops that the pages also show. A wallet outside WALLET_CURRENCIES counts only if it holds payouts. */
async function readStops({ database, config }: System): Promise<Figures["stops"]> {
	const { rows } = await sql<Figures["stops"][number]>`
		select name as reason, '' as currency from setting where name in (${listed(STOPS)})
		union all select kind, currency from payout_wait
			where environment = ${config.environment} and ${IS_VALID_WAIT}
		union all select ${UNPROVED}, currency from continuity_gap where environment = ${config.environment}
			and (finding is not null or currency = any(${[...config.walletCurrencies]}::text[]))
		order by 1, 2`.execute(database);
	return rows;
}
