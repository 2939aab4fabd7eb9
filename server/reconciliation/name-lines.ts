import { sql } from "kysely";
import type { LineName, LineNameQuery, LineNames, NoBalance } from "#lib/contracts/line-name.ts";
import type { Stretch } from "#lib/contracts/reconciliation.ts";
import { addDays } from "#lib/dates.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { knownEffects } from "#server/reconciliation/proof/effects.ts";
import { newestProofs } from "#server/reconciliation/proof/kept-days.ts";
import { beforeLines } from "#server/reconciliation/proof/prove-period.ts";
import { readCurrentStretch } from "#server/reconciliation/read-reconciliation.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Names each line's payment and, where proved, the balance after the line; omits lines of other wallets. Throws forbidden, wallet_unknown.
 */
export async function nameLines(context: Context, input: LineNameQuery): Promise<LineNames> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, input.currency);
	// Until the first sync is complete nothing is matched, and the start of our books is unknown.
	if (isArriving(await readSyncRow(context.database, wallet))) return { items: [] };
	const [names, balances] = await Promise.all([
		readNames(context, wallet, input.ids),
		input.balances ? readRunningBalances(context, wallet, input.ids) : null,
	]);
	return { items: names.map((name) => ({ ...name, ...balances?.get(name.id) })) };
}

/** Like `nameLines`, but without balances and without checking that the list is complete. */
export async function readNames(context: Context, wallet: WalletKey, ids: readonly string[]): Promise<LineName[]> {
	const rows = await readMatches(context, wallet, ids);
	return rows.map((row) => ({ ...nameOf(row), balanceAfter: null, noBalance: "unordered" }));
}

export interface LineMatch extends Pick<LineName, "id" | "status" | "reference" | "verdict"> {
	payment_id: string | null;
	kind: PaymentKind | null;
	phone_number: string | null;
	operator_name: string | null;
	note: string | null;
	recipient_name: string | null;
	/** The number's current name in the recipient book. */
	book_name: string | null;
}

export async function readMatches(context: Context, { environment, currency }: WalletKey, ids: readonly string[]) {
	const { rows } = await sql<LineMatch>`
		select movement.id, match.payment_id, payment.kind, payment.phone_number, payment.operator_name, payment.note,
			payment.recipient_name, recipient.name as book_name, ${lineMatchColumns}
		from movement ${lineMatches}
			left join recipient on recipient.number = payment.phone_number and recipient.archived_at is null
		where movement.id = any(${ids}::bigint[]) and movement.environment = ${environment}
			and movement.currency = ${currency}`.execute(context.database);
	return rows;
}

function nameOf({ id: line, status, reference, verdict, payment_id: id, kind, note, ...match }: LineMatch) {
	const who = match.recipient_name ?? maskPhone(match.phone_number ?? "");
	const name = match.recipient_name ?? match.book_name;
	const operator = match.operator_name ?? "";
	const payment = id && kind ? { id, kind, who, note, operator, name } : null;
	return { ...{ id: line, status, reference, verdict }, payment };
}

export type Balance = Pick<LineName, "balanceAfter" | "noBalance">;

export interface BalanceBounds {
	stretches: number;
	/** Limit for all stretches together. */
	lines: number;
	linesOfOne: number;
}

// A page in time order covers one or two days; a filter may scatter its lines over many.
const OF_A_PAGE: BalanceBounds = { stretches: 12, lines: 50_000, linesOfOne: 50_000 };
// A day without a reading is part of a later day's proof, which is searched up to this many days later.
const DAYS_WITHOUT_READING = 3;

/**
 * Computes the balance after each given line from a proved reading and the lines in between. Only lines of a proved period get a
 * balance: unproved figures are not shown.
 */
export async function readRunningBalances(
	context: Context,
	wallet: WalletKey,
	ids: readonly string[],
	bounds = OF_A_PAGE,
): Promise<Map<string, Balance>> {
	const stretches = await readStretches(context, wallet, ids);
	const shown = withinBounds(stretches, bounds);
	const [places, sums] = await Promise.all([
		readPlaces(context, wallet, ids, stretches),
		readSums(context, wallet, ids, shown),
	]);
	const lastClosing = Math.max(...stretches.map(({ closing }) => Date.parse(closing.at)), 0);
	const computed = computeBalances(shown, sums);
	return new Map(
		places.map(({ id, place, at, isWithdrawn }) => {
			if (isWithdrawn) return [id, none("withdrawn")];
			const stretch = place === null ? undefined : stretches[place];
			if (!stretch) return [id, none(at.getTime() > lastClosing ? "not_yet" : "no_reading")];
			if (stretch.status !== "proved") return [id, none("gap")];
			if (!shown.includes(stretch)) return [id, none("many")];
			const balance = computed.get(id) ?? null;
			return [id, balance === null ? none("unsigned") : { balanceAfter: toDecimal(balance), noBalance: null }];
		}),
	);
}

function none(noBalance: NoBalance): Balance {
	return { balanceAfter: null, noBalance };
}

type ReadStretch = Pick<Stretch, "status" | "rule" | "totals"> & {
	opening: NonNullable<Stretch["opening"]>;
	closing: NonNullable<Stretch["closing"]>;
};

async function readStretches(context: Context, wallet: WalletKey, ids: readonly string[]): Promise<ReadStretch[]> {
	const { rows: days } = await sql<{ day: string }>`
		select distinct to_char(created_at at time zone ${context.config.timeZone}, 'YYYY-MM-DD') as day from movement
		where id = any(${ids}::bigint[]) and ${ofWallet(wallet)}`.execute(context.database);
	const near = days.flatMap(({ day }) =>
		Array.from({ length: DAYS_WITHOUT_READING + 1 }, (_, later) => addDays(day, later)),
	);
	const { rows } = await newestProofs(wallet, sql`day = any(${near}::date[])`).execute(context.database);
	const kept = rows.map(({ proof }) => proof);
	const current = await readCurrent(context, wallet, near);
	return [...(current ? [current] : []), ...kept].flatMap(({ opening, closing, ...proof }) =>
		opening && closing ? [{ ...proof, opening, closing }] : [],
	);
}

/** Returns the period since the last stored day if it may contain one of these days, else null. */
async function readCurrent(context: Context, wallet: WalletKey, days: readonly string[]) {
	const { rows } = await sql<{ day: string | null }>`
		select max(day)::text as day from balance_proof
		where ${ofWallet(wallet)}`.execute(context.database);
	const lastKept = rows[0]?.day ?? "";
	if (!days.some((near) => near > lastKept)) return null;
	return readCurrentStretch(context, wallet);
}

function withinBounds(stretches: readonly ReadStretch[], bounds: BalanceBounds): ReadStretch[] {
	let lines = 0;
	return stretches
		.filter(({ status, totals }) => status === "proved" && totals.count <= bounds.linesOfOne)
		.slice(0, bounds.stretches)
		.filter(({ totals }) => {
			lines += totals.count;
			return lines <= bounds.lines;
		});
}

/** Passes the periods as a relation. A line dated exactly at a reading's time counts before that reading, as in the proof. */
function spans(stretches: readonly ReadStretch[]) {
	const times = (of: "opening" | "closing") => stretches.map((stretch) => stretch[of].at);
	return sql`unnest(${stretches.map((_, place) => place)}::integer[], ${times("opening")}::timestamptz[],
		${times("closing")}::timestamptz[]) as span (place, since, until)`;
}

async function readPlaces(
	context: Context,
	wallet: WalletKey,
	ids: readonly string[],
	stretches: readonly ReadStretch[],
) {
	const { rows } = await sql<{ id: string; at: Date; isWithdrawn: boolean; place: number | null }>`
		select id, created_at as at, withdrawn_at is not null as "isWithdrawn",
			(select min(place) from ${spans(stretches)} where created_at > since and created_at <= until) as place
		from movement where id = any(${ids}::bigint[]) and ${ofWallet(wallet)}`.execute(context.database);
	return rows;
}

interface Sum {
	place: number;
	id: string;
	type: string | null;
	amount: string | null;
	fee: string | null;
}

/** Sums for each listed line all lines after the previous listed one (or the opening reading) up to it, so each line is read once. */
async function readSums(
	context: Context,
	{ environment, currency }: WalletKey,
	ids: readonly string[],
	shown: readonly ReadStretch[],
) {
	const { rows } = await sql<Sum>`
		with own as (
			select place, since, id, created_at, lag(created_at, 1, since) over line as from_at,
				lag(id, 1, 9223372036854775807) over line as from_id
			from movement join ${spans(shown)} on created_at > since and created_at <= until
			where id = any(${ids}::bigint[]) and ${ofWallet({ environment, currency })}
			window line as (partition by place order by created_at, id)
		)
		select own.place, own.id, between_lines.type, between_lines.amount, between_lines.fee
		from own left join lateral (
			select type, sum(amount) as amount, sum(fee) as fee from movement
			where ${ofWallet({ environment, currency })} and withdrawn_at is null
				and (created_at, id) > (own.from_at, own.from_id) and (created_at, id) <= (own.created_at, own.id)
			group by type
		) as between_lines on true
		order by own.place, own.created_at, own.id`.execute(context.database);
	return rows;
}

/** Returns balances by line id; null from a stretch's first line of unknown direction on. */
function computeBalances(shown: readonly ReadStretch[], sums: readonly Sum[]) {
	const effectsOf = shown.map(({ rule }) => knownEffects(rule));
	const balances = new Map<string, AmountMinor | null>();
	let [place, balance]: [number, AmountMinor | null] = [-1, null];
	for (const sum of sums) {
		const [stretch, effectOf] = [shown[sum.place], effectsOf[sum.place]];
		if (!stretch || !effectOf) continue;
		if (sum.place !== place) [place, balance] = [sum.place, beforeLines(stretch.opening)];
		if (sum.type !== null && balance !== null) {
			const effect = effectOf(sum.type, minorOf(sum.amount ?? ""), minorOf(sum.fee ?? ""));
			balance = effect === null ? null : balance + effect;
		}
		balances.set(sum.id, balance);
	}
	return balances;
}

export const lineMatches = sql`
	left join reconciliation_line as match on match.movement_id = movement.id
	left join payment on payment.id = match.payment_id
	left join lateral (select verdict, reference from reconciliation_decision
		where movement_id = movement.id and not awaits_second order by id desc limit 1) as decision on true`;

export const lineMatchColumns = sql`
	coalesce(payment.reference, match.transaction_reference, decision.reference) as reference,
	case when decision.verdict <> 'reopen' then decision.verdict end as verdict,
	case when movement.withdrawn_at is not null then 'withdrawn' when match.status is not null then match.status
		when decision.verdict not in ('reopen', 'support') then 'explained' else 'before_books' end as status`;
