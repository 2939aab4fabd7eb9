import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import type { WalletWitness } from "#lib/contracts/wallet-witness.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context, SystemContext } from "#server/context.ts";
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { readKeptHearing, seenOf } from "#server/continuity/kept-hearing.ts";
import { readSharedWallets } from "#server/continuity/shared-wallets.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** Wallets from which nothing is sent for now: what each shows, and which payouts that may be. Throws forbidden. */
export async function readWalletWitness(context: Context): Promise<WalletWitness> {
	demand(context, "settings.read");
	const gaps = await gapsOf(context).selectAll().orderBy("currency").execute();
	const shared = await readSharedWallets(context.database);
	return {
		shared: context.config.walletCurrencies.map((currency) => ({ currency, shared: shared.includes(currency) })),
		wallets: await Promise.all(gaps.map((gap) => showGap(context, gap))),
	};
}

/** Payouts wait for a wallet that has not been read; null when none waits, or people are asked already. */
export async function readWalletWait(system: SystemContext): Promise<DeskStatus["walletWait"]> {
	const gap = await gapsOf(system)
		.modifyFront(PREPARED)
		.select(["detected_at", "fault"])
		.where("finding", "is", null)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("payment")
					.select("payment.id")
					.where("payment.kind", "=", "payout")
					.where("payment.state", "=", "approved")
					.whereRef("payment.environment", "=", "continuity_gap.environment")
					.whereRef("payment.currency", "=", "continuity_gap.currency"),
			),
		)
		.orderBy("detected_at")
		.limit(1)
		.executeTakeFirst();
	return gap ? { since: gap.detected_at.toISOString(), fault: gap.fault } : null;
}

function gapsOf({ database, config }: SystemContext) {
	return database.selectFrom("continuity_gap").where("environment", "=", config.environment);
}

async function showGap(system: SystemContext, gap: Gap): Promise<WalletWitness["wallets"][number]> {
	return {
		currency: gap.currency,
		since: gap.since?.toISOString() ?? null,
		detectedAt: gap.detected_at.toISOString(),
		fault: gap.fault,
		finding: shown(gap),
		held: await readHeld(system, gap),
	};
}

function shown(gap: Gap): WalletWitness["wallets"][number]["finding"] {
	const finding = readKeptHearing(gap.finding);
	if (!finding) return null;
	const { lined: _lined, held: _held, lookId: _look, lineId: _line, ...rest } = finding;
	return { ...rest, seen: seenOf(finding) };
}

/** What was held and still waits, oldest first. */
async function readHeld({ database }: SystemContext, gap: Gap): Promise<WalletWitness["wallets"][number]["held"]> {
	const why = new Map(gap.finding?.held.map((one) => [one.paymentId, one.why]));
	if (why.size === 0) return [];
	const rows = await database
		.selectFrom("payment")
		.selectAll()
		.where("id", "in", [...why.keys()])
		.where("state", "in", WAITING_STATES)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		...{ id: row.id, version: row.version, amount: row.amount, currency: row.currency, note: row.note },
		...{ phoneNumber: row.phone_number, operatorName: row.operator_name },
		state: row.state === "approved" ? "approved" : "awaiting_approval",
		createdAt: row.created_at.toISOString(),
		why: why.get(row.id) ?? "fall",
	}));
}
