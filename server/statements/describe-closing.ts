import type { MonthClosing } from "#lib/contracts/statement.ts";
import { nextMonth } from "#lib/dates.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { type ClosingRow, readLastClosed } from "#server/statements/closed-months.ts";
import type { WalletKey } from "#server/store/listed.ts";

interface Known {
	month: string;
	row: ClosingRow | null;
	/** The month is over and its lines have arrived. */
	isComplete: boolean;
}

/** Where a month stands, and what the reader may do about it. */
export async function describeClosing(
	{ database, member }: Context,
	wallet: WalletKey,
	{ month, row, isComplete }: Known,
): Promise<MonthClosing> {
	const version = row?.version ?? 0;
	const lastClosed = await readLastClosed(database, wallet);
	const active = row?.ended_at === null ? row : null;
	const state = !active ? "open" : active.confirmed_at ? "closed" : "proposed";
	const mayClose = may(member.role, "statement.close");
	const isNext = lastClosed === null || month === nextMonth(lastClosed);
	return {
		...{ month, state, version },
		proposedBy: active && { id: active.proposed_by, name: active.proposer },
		proposedAt: active?.proposed_at.toISOString() ?? null,
		confirmedBy: active?.confirmed_by ? { id: active.confirmed_by, name: active.confirmer ?? "" } : null,
		confirmedAt: active?.confirmed_at?.toISOString() ?? null,
		digest: active?.digest ?? null,
		may: {
			propose: mayClose && state === "open" && isComplete && isNext,
			confirm: mayClose && state === "proposed" && active?.proposed_by !== member.id && active?.counts === true,
			reject: mayClose && state === "proposed",
			reopen: state === "closed" && month === lastClosed && may(member.role, "change_request.confirm"),
		},
	};
}
