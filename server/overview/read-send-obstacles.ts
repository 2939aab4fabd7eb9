/** Lists what keeps payouts from being sent now, and who can end each obstacle; obstacles for all payouts come first. */
import { sql } from "kysely";
import type { LASTING_OBSTACLES, SendObstacles, ShownObstacle } from "#lib/contracts/send-obstacle.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { SEND_OBSTACLES } from "#lib/send-obstacles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { readLanes } from "#server/payment-records/lanes.ts";
import { readWalletWaits } from "#server/payments/payout-wait.ts";
import { listed } from "#server/store/sql-fragments.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";

type Lasting = (typeof LASTING_OBSTACLES)[number];

export async function readSendObstacles(context: Context): Promise<SendObstacles> {
	requirePermission(context, "payment.read");
	const { database, config } = context;
	const [worker, stops, groups, gaps, waits] = await Promise.all([
		readWorkerHeartbeats(database),
		readStops(context),
		readGroups(context),
		readWalletGaps(context),
		readWalletWaits(database, config.walletCurrencies),
	]);
	const approved = new Map(groups.filter(({ kind }) => kind === "approved").map((group) => [group.currency, group]));
	const countOf = (currency: string) => approved.get(currency)?.count ?? 0;
	const away: ShownObstacle = {
		...{ kind: "worker_away", stops: "everything", endedBy: "operator" },
		...{ currency: null, count: null, missing: null, since: worker.lastSeenAt?.toISOString() ?? null },
	};
	return {
		items: [
			...(worker.alive ? [] : [away]),
			...stops,
			...groups.flatMap(({ kind, ...group }) => (kind === "approved" ? [] : [obstacle(kind, group)])),
			...gaps.map(({ currency, since }) => obstacle("wallet_unproved", { currency, since, count: countOf(currency) })),
			...waits
				.filter(({ environment, currency }) => environment === config.environment && countOf(currency) > 0)
				.map(({ kind, currency, since, missing }) =>
					obstacle(kind, { currency, missing, since: since.toISOString(), count: countOf(currency) }),
				),
		],
	};
}

function obstacle(kind: Lasting, facts: Partial<ShownObstacle>): ShownObstacle {
	return { kind, ...SEND_OBSTACLES[kind], currency: null, count: null, since: null, missing: null, ...facts };
}

async function readStops({ database }: Context): Promise<ShownObstacle[]> {
	const rows = await database
		.selectFrom("setting")
		.select(["name", "changed_at"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_MISMATCH])
		.orderBy("name")
		.execute();
	return rows.map(({ name, changed_at }) =>
		obstacle(name === DATABASE_MISMATCH ? "database_mismatch" : "sending_stopped", { since: changed_at.toISOString() }),
	);
}

interface Group {
	kind: Exclude<Lasting, "database_mismatch" | "sending_stopped" | "wallet_unproved"> | "approved";
	currency: string;
	count: number;
	since: string;
}

/** Groups payouts without a permit by the obstacle of each; `approved`: only an obstacle of the whole wallet may hold these. */
async function readGroups({ database, config }: Context): Promise<Group[]> {
	const lanes = Object.fromEntries(
		await Promise.all(
			config.walletCurrencies.map(async (currency) => {
				const wallet = { environment: config.environment, currency };
				return [currency, await readLanes(database, wallet, config.payoutLanes)] as const;
			}),
		),
	);
	const { rows } = await sql<Group & { since: Date }>`
		with waiting as (
			select currency, created_at, case
				when environment <> ${config.environment} then 'other_environment'
				when state = 'awaiting_approval' then 'approvals_missing'
				when not currency = any(${[...config.walletCurrencies]}) then 'wallet_not_configured'
				when exists (select from blocked_number where number = phone_number) then 'number_blocked'
				when batch_id in (select paused_batches()) then 'batch_paused'
				when waits_until > now() then coalesce(waits_for, 'limit_reached')
				when (select count(*) from payment as sent where sent.kind = 'payout' and sent.state = 'sending'
					and sent.environment = payment.environment and sent.currency = payment.currency)
					>= (${JSON.stringify(lanes)}::jsonb ->> currency)::integer
					then 'lane_taken'
				else 'approved' end as kind
			from payment where kind = 'payout' and state in (${listed(WAITING_STATES)})
		)
		select kind, currency, count(*)::integer as count, min(created_at) as since
		from waiting group by kind, currency order by kind, currency`.execute(database);
	return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
