import { sql } from "kysely";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import type { WalletGap, WalletGaps } from "#lib/contracts/wallet-gaps.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { proposeShared, readSharedWallets } from "#server/continuity/propose-shared.ts";
import { seenOf } from "#server/continuity/wallet-finding.ts";
import { selectPayments } from "#server/payment-records/payment-summary.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** Lists the wallets with a gap, their findings and held payouts, and the proposals to mark a wallet as shared. Throws forbidden. */
export async function listWalletGaps(context: Context): Promise<WalletGaps> {
	requirePermission(context, "settings.read");
	const gaps = await gapsOf(context).selectAll().orderBy("currency").execute();
	const [shared, proposals] = await Promise.all([readSharedWallets(context.database), proposeShared(context)]);
	return {
		proposals,
		shared: context.config.walletCurrencies.map((currency) => ({ currency, shared: shared.includes(currency) })),
		wallets: await Promise.all(gaps.map((gap) => showGap(context, gap))),
	};
}

/** Reads the wallets that hold payouts, and those not read yet for which an approved payout waits. */
export async function readWalletGaps(system: SystemContext): Promise<DeskStatus["walletWaits"]> {
	const gaps = await gapsOf(system)
		.modifyFront(PREPARED)
		.select(["currency", "detected_at", "fault", "finding", "taken_at"])
		.where(sql<boolean>`(finding is not null or exists (select from payment
			where payment.kind = 'payout' and payment.state = 'approved'
				and payment.environment = continuity_gap.environment and payment.currency = continuity_gap.currency))`)
		.orderBy("currency")
		.execute();
	return gaps.map(({ currency, detected_at, fault, finding, taken_at }) => ({
		...{ currency, fault, since: detected_at.toISOString(), readingSince: taken_at?.toISOString() ?? null },
		state: finding === null ? "unread" : "held",
	}));
}

/** Leaves out a wallet outside WALLET_CURRENCIES unless it holds payouts: it is never read, and each of its payouts shows that. */
function gapsOf({ database, config }: SystemContext) {
	return database
		.selectFrom("continuity_gap")
		.where("environment", "=", config.environment)
		.where((of) => of.or([of("finding", "is not", null), of("currency", "in", config.walletCurrencies)]));
}

async function showGap(system: SystemContext, gap: Gap): Promise<WalletGap> {
	return {
		currency: gap.currency,
		since: gap.since?.toISOString() ?? null,
		detectedAt: gap.detected_at.toISOString(),
		fault: gap.fault,
		finding: showFinding(gap.finding),
		held: await readHeld(system, gap),
	};
}

function showFinding(finding: Gap["finding"]): WalletGap["finding"] {
	if (!finding) return null;
	const { lined: _lined, held: _held, holding: _holding, readingId: _reading, lineId: _line, ...rest } = finding;
	return { ...rest, seen: seenOf(finding) };
}

async function readHeld({ database }: SystemContext, gap: Gap): Promise<WalletGap["held"]> {
	const why = new Map(gap.finding?.held.map((one) => [one.paymentId, one.why]));
	if (why.size === 0) return [];
	const rows = await selectPayments(database)
		.where(sql<boolean>`payment.id = any(${[...why.keys()]})`)
		.where("state", "in", WAITING_STATES)
		.orderBy("payment.created_at")
		.orderBy("payment.id")
		.execute();
	return rows.map((row) => ({
		...{ id: row.id, version: row.version, amount: row.amount, currency: row.currency, note: row.note },
		...{ name: row.recipient_name ?? row.book_name, phoneNumber: row.phone_number, operatorName: row.operator_name },
		state: row.state === "approved" ? "approved" : "awaiting_approval",
		createdAt: row.created_at.toISOString(),
		why: why.get(row.id) ?? "fall",
	}));
}
