/** The queue: what the machine could not tell, and people have not yet. */
import { sql } from "kysely";
import type { Finding, FindingList, FindingQuery } from "#lib/contracts/reconciliation.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { nameDoubtful } from "#server/reconciliation/name-doubtful.ts";
import type { Oddity } from "#server/reconciliation/pair-oddities.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";
import { pick, readLines, readPayments } from "#server/reconciliation/show-subjects.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";

const PAGE_ROWS = 50;

/** A page of the queue. Throws forbidden, wallet_unknown, `invalid_input` for a place that is none of ours. */
export async function listFindings(context: Context, { currency, after, limit }: FindingQuery): Promise<FindingList> {
	demand(context, "reconciliation.read");
	const wallet = demandWalletKey(context, currency);
	return readQueue(context.database, wallet, { after: after === undefined ? null : readPlace(after), limit });
}

interface Page {
	/** Null for the first page. */
	after: Place | null;
	limit: number;
}

/** Alarms first, then the newest; `findingCount` counts all pages. */
export async function readQueue(
	store: Store,
	wallet: WalletKey,
	{ after, limit }: Page = { after: null, limit: PAGE_ROWS },
): Promise<FindingList> {
	const found = await readPage(store, wallet, { after, limit: limit + 1 });
	const page = found.slice(0, limit);
	const last = found.length > limit ? page.at(-1) : undefined;
	const findings = await showFindings(
		store,
		wallet,
		page.map(({ told }) => told),
	);
	return { findings, nextFindings: last ? writePlace(last) : null, ...(await count(store, wallet)) };
}

async function showFindings(store: Store, wallet: WalletKey, shown: readonly Oddity[]): Promise<Finding[]> {
	const lines = await readLines(
		store,
		shown.flatMap(({ lineIds, likeIds }) => [...lineIds, ...likeIds]),
	);
	const alone = shown
		.filter(({ paymentIds }) => paymentIds.length === 0)
		.flatMap(({ lineIds }) => pick(lines, lineIds));
	const doubtful = await nameDoubtful(store, wallet, alone);
	const payments = await readPayments(store, [
		...shown.flatMap(({ paymentIds }) => paymentIds),
		...new Set([...doubtful.values()].flat()),
	]);
	return shown.map(({ lineIds, paymentIds, likeIds, at, ...rest }) => ({
		...rest,
		at: new Date(at).toISOString(),
		lines: pick(lines, lineIds),
		payments: pick(payments, paymentIds),
		like: pick(lines, likeIds),
		mayBe: pick(payments, [...new Set(lineIds.flatMap((id) => doubtful.get(id) ?? []))]),
	}));
}

interface Row {
	digest: string;
	told: Oddity;
}

/** Each half of the queue by its index: the alarms, then the others. */
async function readPage(store: Store, { environment, currency }: WalletKey, { after, limit }: Page): Promise<Row[]> {
	const of = sql`select alarm, at, digest, told from reconciliation_finding
		where environment = ${environment} and currency = ${currency} and waits`;
	const order = sql`order by alarm desc, at desc, digest limit ${limit}`;
	const at = after && sql`${new Date(after.at).toISOString()}::timestamptz`;
	const behind = after
		? sql`(${of} and alarm = ${after.alarm} and at <= ${at} and (at < ${at} or digest > ${after.digest}) ${order})
			union all (${of} and alarm < ${after.alarm} ${order}) ${order}`
		: sql`${of} ${order}`;
	const { rows } = await sql<Row>`${behind}`.execute(store);
	return rows;
}

interface Place {
	alarm: boolean;
	/** In ms, as findings are kept. */
	at: number;
	digest: string;
}

function writePlace({ told: { alarm, at }, digest }: Row): string {
	return `${alarm ? 1 : 0}.${at}.${digest}`;
}

function readPlace(text: string): Place {
	const [, alarm, at, digest] = /^([01])\.(-?\d{1,15})\.([\w-]{43})$/.exec(text) ?? [];
	if (!at || !digest || !isKeptTime(Number(at)))
		throw new AppError("invalid_input", "the place is not ours", { fields: { after: "invalid" } });
	return { alarm: alarm === "1", at: Number(at), digest };
}

/** Of the years that PostgreSQL and we write alike. */
function isKeptTime(ms: number): boolean {
	const date = new Date(ms);
	return !Number.isNaN(date.getTime()) && isCalendarDay(date.toISOString().slice(0, 10));
}

async function count(store: Store, { environment, currency }: WalletKey) {
	const { rows } = await sql<{ waiting: number; beyond: number }>`
		select (select count(*) from reconciliation_finding
			where environment = ${environment} and currency = ${currency} and waits)::integer as waiting,
			coalesce((select findings_beyond from reconciliation_wallet
				where environment = ${environment} and currency = ${currency}), 0) as beyond`.execute(store);
	const { waiting = 0, beyond = 0 } = rows[0] ?? {};
	return { findingCount: waiting + beyond, findingsBeyond: beyond };
}
