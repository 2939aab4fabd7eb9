import { sql } from "kysely";
import type { MISMATCHES } from "#lib/contracts/desk-status.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { IS_OF_ACCOUNT_IN_USE } from "#server/continuity/continuity-gap.ts";
import { lacksPermits } from "#server/continuity/forgotten-permits.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { KnownHead } from "#server/store/head-file.ts";
import { INCARNATION, readReplication, readServerIdentity } from "#server/store/server-identity.ts";

/**
 * True when the mismatch may end automatically: another server, or a standby without lost commits, that lacks no permit of this machine.
 */
export async function canAutoResolve(
	system: SystemContext,
	kind: (typeof MISMATCHES)[number],
	known: KnownHead,
): Promise<boolean> {
	const isKept = known.replication === "synchronous" || known.replication === "none";
	if (kind !== "another_server" && !(kind === "standby_promoted" && isKept)) return false;
	return !(await lacksPermits(system));
}

export type Before = Record<"eventId" | "incarnation", string | null> & { awaits: string[] | null };

/**
 * Reads the newest payment event, and the workers alive in the minute before the oldest gap or, without a gap, the newest heartbeat. A
 * worker dated ahead of a clock that was set back may have been alive then; an old gap of another account, or of a currency outside
 * WALLET_CURRENCIES, is never closed.
 */
export async function readBefore(trx: DatabaseTransaction, { walletCurrencies }: Config): Promise<Before> {
	const { rows } = await sql<Before>`
		select (select max(id) from payment_event)::text as "eventId", ${INCARNATION} as incarnation,
			(select array_agg(id order by id) from worker where seen_at > least(now(), coalesce(
				(select min(since) from continuity_gap where currency = any(${walletCurrencies})
					and (${IS_OF_ACCOUNT_IN_USE} or detected_at > now() - interval '2 days')),
				(select max(seen_at) from worker))) - interval '1 minute') as awaits`.execute(trx);
	// guard: who-was-alive-is-awaited
	return { eventId: null, incarnation: null, ...rows[0], awaits: rows[0]?.awaits ?? null };
}

export const SERVER_FACTS = ["server", "timeline", "replication"] as const;
export type Server = Pick<KnownHead, (typeof SERVER_FACTS)[number]>;

export async function readServer(database: Database): Promise<Server> {
	const [identity, replication] = await Promise.all([readServerIdentity(database), readReplication(database)]);
	return { ...identity, replication };
}

/** Keeps the known server and timeline where the server does not report them; the replication is always the current one. */
export function mergeFacts(known: Server, now: Server): Server {
	const { replication } = now;
	return { server: now.server ?? known.server, timeline: now.timeline ?? known.timeline, replication };
}
