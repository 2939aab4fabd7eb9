import type { Overview } from "#lib/contracts/overview.ts";
import type { Stretch } from "#lib/contracts/reconciliation.ts";
import { minorOf, sumOfSizes, toDecimal } from "#lib/money.ts";
import { OUTSTANDING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { findNeeds, readIncompleteLists } from "#server/overview/find-needs.ts";
import { countOwnChanges, findOwnRequests, findReturnedBatches } from "#server/overview/find-own-requests.ts";
import { findWaiting } from "#server/overview/find-waiting.ts";
import { readNames } from "#server/reconciliation/name-lines.ts";
import { readOpenDays } from "#server/reconciliation/open-lines.ts";
import { dayEffects, readClosingBalances, readDayRules } from "#server/reconciliation/read-closing-balances.ts";
import { readCurrentStretch } from "#server/reconciliation/read-reconciliation.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";
import { lastDays, readWalletDays } from "#server/wallets/movement-days.ts";
import { readRows } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

const LAST_MOVEMENTS = 8;
const GAPS: readonly Stretch["status"][] = ["gap", "cut"];

/** Reads the data of Home. Asks the service only for balances, and waits no longer than `listWallets`. */
export async function readOverview(context: Context): Promise<Overview> {
	requirePermission(context, "wallet.read");
	const lists = await readIncompleteLists(context);
	const [wallets, needs, waiting, own, ownBatches, ownChanges, lastMovements] = await Promise.all([
		readWallets(context, new Set(lists.map(({ currency }) => currency))),
		findNeeds(context, lists),
		findWaiting(context),
		findOwnRequests(context),
		findReturnedBatches(context),
		countOwnChanges(context),
		readLastMovements(context),
	]);
	return { wallets, needs, waiting, own, ownBatches, ownChanges, lastMovements };
}

async function readWallets(context: Context, incomplete: ReadonlySet<string>): Promise<Overview["wallets"]> {
	// The trend ends in the newest balance reading, so the reading comes first.
	const { items } = await listWallets(context);
	return Promise.all(
		items.map(async (line) => {
			const wallet = { environment: context.config.environment, currency: line.currency };
			const last = lastDays(context);
			const rules = await readDayRules(context, wallet, last);
			const [days, current, openDays, { synced_at }] = await Promise.all([
				readWalletDays(context, line.currency, last, dayEffects(rules)),
				readCurrentStretch(context, wallet),
				readOpenDays(context.database, wallet),
				readSyncRow(context.database, wallet),
			]);
			return {
				...{ ...line, ...days, trend: await readClosingBalances(context, wallet, days.trend, rules) },
				syncedAt: synced_at?.toISOString() ?? null,
				onTheWay: current && (await readOnTheWay(context, current)),
				differences: {
					now: current && GAPS.includes(current.status) && !current.isDecided ? current.gap : null,
					days: openDays.length,
					amount: sumOfSizes(openDays.map(({ gap }) => gap)),
				},
				incomplete: incomplete.has(line.currency) || synced_at === null,
			};
		}),
	);
}

/** Adds up what the proof of the last list found debited, without payouts that ended since: paid, or in the balance again. */
async function readOnTheWay({ database }: Context, { closing }: Stretch): Promise<string> {
	const taken = new Map(closing?.taken.map(({ paymentId, effect }) => [paymentId, minorOf(effect)]));
	if (taken.size === 0) return "0.00";
	const open = database
		.selectFrom("payment")
		.select("id")
		.where("id", "in", [...taken.keys()]);
	const rows = await open.where("state", "in", OUTSTANDING_STATES).execute();
	return toDecimal(rows.reduce((sum, { id }) => sum - (taken.get(id) ?? 0n), 0n));
}

/** Null while nothing can be shown because a wallet's first list is not complete. */
async function readLastMovements(context: Context): Promise<Overview["lastMovements"]> {
	const { environment, walletCurrencies } = context.config;
	let isComplete = true;
	const ofWallets = walletCurrencies.map(async (currency) => {
		// While the list is still arriving, its last line need not be the newest movement.
		const sync = await readSyncRow(context.database, { environment, currency });
		isComplete &&= sync.synced_at !== null;
		if (isArriving(sync)) return [];
		return readRows(context, { filter: { currency }, sort: "-createdAt", after: null, limit: LAST_MOVEMENTS });
	});
	const all = (await Promise.all(ofWallets)).flat();
	if (all.length === 0 && !isComplete) return null;
	const last = all.sort((a, b) => compareTimes(b.createdAt, a.createdAt)).slice(0, LAST_MOVEMENTS);
	const ids = last.map(({ id }) => id);
	const named = walletCurrencies.map((currency) => readNames(context, { environment, currency }, ids));
	// A new line counts as older than our books until it is matched, so such a line has no name here.
	const names = (await Promise.all(named)).flat().filter(({ status }) => status !== "before_books");
	return last.map((line) => ({ ...line, name: names.find(({ id }) => id === line.id) ?? null }));
}

/** Compares times as text without their Z: some have microseconds and some not, so a Z would be compared with a digit. */
function compareTimes(a: string, b: string): number {
	return a.slice(0, -1) < b.slice(0, -1) ? -1 : a === b ? 0 : 1;
}
