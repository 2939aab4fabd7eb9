/** Finds payouts in transit that explain a change of the balance: one, two, or several in permit order. Pure. */
import type { AmountMinor } from "#lib/money.ts";

export interface Move {
	id: string;
	/** Its effect on later balances; zero when it is not in them. */
	effect: AmountMinor;
	change: AmountMinor;
}

/** Null when nothing matches exactly. Tries single moves, then pairs, then prefixes of an order. */
export function findMoves(
	change: AmountMinor,
	moves: readonly Move[],
	orders: readonly (readonly Move[])[],
): readonly Move[] | null {
	return findOne(change, moves) ?? findTwo(change, moves) ?? findFirst(change, orders);
}

function findOne(change: AmountMinor, moves: readonly Move[]): Move[] | null {
	const only = moves.find((move) => move.change === change);
	return only ? [only] : null;
}

function findTwo(change: AmountMinor, moves: readonly Move[]): Move[] | null {
	const seen = new Map<AmountMinor, Move>();
	for (const move of moves) {
		const other = seen.get(change - move.change);
		if (other && other.id !== move.id) return [other, move];
		if (!seen.has(move.change)) seen.set(move.change, move);
	}
	return null;
}

function findFirst(change: AmountMinor, orders: readonly (readonly Move[])[]): readonly Move[] | null {
	for (const order of orders) {
		let sum = 0n;
		for (const [place, move] of order.entries()) {
			sum += move.change;
			if (sum === change) return order.slice(0, place + 1);
		}
	}
	return null;
}
