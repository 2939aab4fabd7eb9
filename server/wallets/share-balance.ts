/**
 * The balance for people who look: whoever asks at the same time shares one question to the service, in whichever web program, and
 * an answer that brings nothing new is not kept. What the proof of the wallet rests on are the worker's own readings (`askBalance`).
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Wallet } from "#lib/contracts/wallet.ts";
import type { SystemContext } from "#server/context.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import {
	askService,
	isSameAnswer,
	keepAnswer,
	type Look,
	lookOf,
	newestLook,
	walletOf,
} from "#server/wallets/wallet-look.ts";

// As often as the worker reads: while it does, a page has nothing to add to the stretch of an unchanged balance.
const KEEP_EVERY_MS = 120_000;
// Whoever has asked for longer may have died of it: the others ask themselves.
const TURN_MS = 3_000;
const POLL_MS = 40;

/** What this process is asking the service already. */
const underWay = new WeakMap<SystemContext["service"], Map<string, Promise<Wallet>>>();

/** The newest look with the last time at which it is known to have held, or null. One statement. */
export async function lastBalance(system: SystemContext, currency: string): Promise<Wallet | null> {
	const { last } = await readKnown(system, currency);
	return last && walletOf(last);
}

/** Of an answer that came less than so long ago. A clock ahead of ours, which kept it, is not believed. */
export function isFresh({ clock }: SystemContext, { fetchedAt }: Wallet, freshMs: number): boolean {
	const age = clock.now().getTime() - Date.parse(fetchedAt);
	return age >= 0 && age < freshMs;
}

/** Asks the service, or waits for the answer of who asks already. Throws as `askBalance`. */
export async function shareBalance(system: SystemContext, currency: string): Promise<Wallet> {
	const here = underWay.get(system.service) ?? new Map<string, Promise<Wallet>>();
	underWay.set(system.service, here);
	const key = `${system.config.environment}:${currency}`;
	const running = here.get(key);
	if (running) return running;
	const asking = askOnce(system, currency).finally(() => here.delete(key));
	here.set(key, asking);
	return asking;
}

async function askOnce(system: SystemContext, currency: string): Promise<Wallet> {
	const since = system.clock.now();
	if (!(await takeTurn(system, currency))) {
		const shared = await awaitAnswer(system, currency, since);
		if (shared) return shared;
	}
	try {
		return await hearAnswer(system, currency);
	} catch (error) {
		await endTurn(system, currency, {});
		throw error;
	}
}

async function hearAnswer(system: SystemContext, currency: string): Promise<Wallet> {
	const answer = await askService(system, currency);
	const look = lookOf(system, currency, answer);
	const last = await newestLook(system.database, look.environment, currency);
	if (last && isSameAnswer(last, look) && isKeptLately(last, look)) {
		await endTurn(system, currency, { look_id: last.id, held_at: look.fetched_at });
		return walletOf(look);
	}
	const kept = await keepAnswer(system, currency, answer);
	await endTurn(system, currency, {});
	return walletOf(kept);
}

function isKeptLately(last: Look, look: Look): boolean {
	const age = look.fetched_at.getTime() - last.fetched_at.getTime();
	return age >= 0 && age < KEEP_EVERY_MS;
}

/** One update of one row, by the database's clock; false: somebody else asks at this moment. */
async function takeTurn({ database, config }: SystemContext, currency: string): Promise<boolean> {
	const now = sql<Date>`clock_timestamp()`;
	const taken = await database
		.insertInto("balance_question")
		.values({ environment: config.environment, currency, asked_at: now })
		.onConflict((conflict) =>
			conflict
				.columns(["environment", "currency"])
				.doUpdateSet({ asked_at: now })
				.where(
					sql<boolean>`balance_question.asked_at is null
						or balance_question.asked_at < ${now} - ${TURN_MS} * interval '1 millisecond'`,
				),
		)
		.returning("currency")
		.executeTakeFirst();
	return taken !== undefined;
}

async function endTurn(
	{ database, config }: SystemContext,
	currency: string,
	held: { look_id?: string; held_at?: Date },
): Promise<void> {
	await database
		.updateTable("balance_question")
		.set({ asked_at: null, ...held })
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.execute();
}

/** Null: nobody asks any more, and nothing came of it, or it takes too long. */
async function awaitAnswer(system: SystemContext, currency: string, since: Date): Promise<Wallet | null> {
	for (let waited = 0; waited < TURN_MS; waited += POLL_MS) {
		await pause(POLL_MS);
		const { last, isAsked } = await readKnown(system, currency);
		if (last && last.fetched_at >= since) return walletOf(last);
		if (!isAsked) return null;
	}
	return null;
}

type KnownRow = { is_asked: boolean; held_at: Date | null } & (Look | Record<keyof Look, null>);

async function readKnown({ database, config }: SystemContext, currency: string) {
	const { rows } = await sql<KnownRow>`
		select ${PREPARED} look.*, case when asked.look_id = look.id then asked.held_at end as held_at,
			coalesce(asked.asked_at >= clock_timestamp() - ${TURN_MS} * interval '1 millisecond', false) as is_asked
		from (select ${config.environment}::text as environment, ${currency}::text as currency) as wallet
		left join balance_question as asked using (environment, currency)
		left join lateral (
			select * from wallet_look as look where look.environment = wallet.environment and look.currency = wallet.currency
			order by look.fetched_at desc, look.id desc limit 1
		) as look on true`.execute(database);
	const [found] = rows;
	const isAsked = found?.is_asked ?? false;
	if (!found?.balance) return { last: null, isAsked };
	const { held_at: heldAt } = found;
	const last: Look = heldAt && heldAt > found.fetched_at ? { ...found, fetched_at: heldAt } : found;
	return { last, isAsked };
}
