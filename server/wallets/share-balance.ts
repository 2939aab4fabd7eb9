/**
 * The balance for people who look: whoever asks at the same time shares one question to the service, in whichever web program, and
 * an answer that brings nothing new is held beside the newest look: `keepLook` writes it down when the stretch ends.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Wallet } from "#lib/contracts/wallet.ts";
import type { SystemContext } from "#server/context.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import {
	askService,
	isSameAnswer,
	keepAnswer,
	lookOf,
	newestLook,
	type WalletLook,
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
export async function lastBalance({ database, config }: SystemContext, currency: string): Promise<Wallet | null> {
	const { rows } = await sql<WalletLook & { held_at: Date | null }>`
		select ${PREPARED} look.*, held_at from (
			select * from wallet_look where environment = ${config.environment} and currency = ${currency}
			order by fetched_at desc, id desc limit 1
		) as look left join balance_question as question on question.look_id = look.id
			and question.environment = look.environment and question.currency = look.currency`.execute(database);
	const [last] = rows;
	if (!last) return null;
	return walletOf(last.held_at && last.held_at > last.fetched_at ? { ...last, fetched_at: last.held_at } : last);
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
	if (!(await takeTurn(system, currency))) {
		const shared = await awaitAnswer(system, currency);
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
	const heard = lookOf(system, currency, answer);
	const last = await newestLook(system.database, heard.environment, currency);
	const isHeld = last && isSameAnswer(last, heard) && isKeptLately(last, heard);
	const look = isHeld ? { ...heard, id: last.id } : await keepAnswer(system, currency, answer);
	await endTurn(system, currency, { look_id: look.id, held_at: look.fetched_at, answers: sql<string>`answers + 1` });
	return walletOf(look);
}

function isKeptLately(last: WalletLook, look: WalletLook): boolean {
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
	heard: { look_id?: string; held_at?: Date; answers?: RawBuilder<string> },
): Promise<void> {
	await database
		.updateTable("balance_question")
		.set({ asked_at: null, ...heard })
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.execute();
}

/** Null: nobody asks any more, and nothing came of it, or it takes too long. Answers are counted: programs' clocks may differ. */
async function awaitAnswer(system: SystemContext, currency: string): Promise<Wallet | null> {
	const { answers: before, ...begun } = await readQuestion(system, currency);
	let { isAsked } = begun;
	for (let waited = 0; isAsked && waited < TURN_MS; waited += POLL_MS) {
		await pause(POLL_MS);
		const now = await readQuestion(system, currency);
		if (now.answers !== before) return now.answer;
		isAsked = now.isAsked;
	}
	return null;
}

type QuestionRow = { answers: string; is_asked: boolean; held_at: Date } & WalletLook;

/** How often it was answered, and what was answered last, at the time of whoever heard it. */
async function readQuestion({ database, config }: SystemContext, currency: string) {
	const { rows } = await sql<QuestionRow>`
		select ${PREPARED} look.*, question.answers, question.held_at,
			coalesce(question.asked_at >= clock_timestamp() - ${TURN_MS} * interval '1 millisecond', false) as is_asked
		from balance_question as question left join wallet_look as look on look.id = question.look_id
		where question.environment = ${config.environment} and question.currency = ${currency}`.execute(database);
	const [found] = rows;
	const answer = found?.balance ? walletOf({ ...found, fetched_at: found.held_at }) : null;
	return { answers: found?.answers ?? "0", isAsked: found?.is_asked ?? false, answer };
}
