/** The service's answers to a POST, with every wrong or missing one. */
import { ServiceError } from "#server/errors.ts";
import type { Started } from "#server/momo/service.ts";
import type { WireDetail, WirePayout, WireStatus } from "#server/momo/wire.ts";
import type { FakeBooks, Transaction } from "#tests/simulation/fake-books.ts";
import type { Post } from "#tests/simulation/post.ts";

/** Throws as the client does when there is no answer. */
export function answerOf(post: Post, books: FakeBooks): Started<WirePayout> {
	const made = post.transaction;
	switch (post.fault) {
		case "error_before":
		case "error_after":
			throw new ServiceError("unknown", "status:500", { status: 500 });
		case "reset_after":
		case "hang_after":
		case "hang_before":
			throw new ServiceError("unknown", "broken_off");
		case "cut_with_reference":
			throw new ServiceError("unknown", "body_timeout", { status: 200, hintReference: made?.reference });
		case "older_hint": {
			const hintReference = books.makeOlder(post.amount, post.currency).reference;
			throw new ServiceError("unknown", "status:500", { status: 500, hintReference });
		}
		case "no_reference":
			throw new ServiceError("unknown", "no_reference", { status: 200 });
		case "no_amount":
			throw new ServiceError("unknown", "foreign_money", { status: 200, contradiction: true });
		case "refused":
			throw new ServiceError("refused", "status:422", { status: 422, words: "invalid operator" });
		case "keys_refused":
			throw new ServiceError("refused", "status:403", { status: 403, words: "forbidden" });
		default:
			if (!made) throw new Error("an answer needs a transaction");
			return started(made, post, books);
	}
}

/** The reference in an answer, also another transaction's. */
export function referenceIn(answer: () => Started<WirePayout>): string | null {
	try {
		return answer().answer.reference;
	} catch (error) {
		return error instanceof ServiceError ? (error.hintReference ?? null) : null;
	}
}

function started(made: Transaction, { fault, kind }: Post, books: FakeBooks): Started<WirePayout> {
	// A whole answer about another payout, of days ago.
	const isOlder = fault === "older_answer" && kind === "payout";
	const shown = isOlder ? books.makeOlder(made.amount, made.currency) : made;
	// With another amount, because nobody could tell two payouts of the same minute and amount apart.
	const first = books.transactions.find(
		(each) => each.type === made.type && each.amount !== made.amount && !each.isForeign,
	);
	return {
		httpStatus: 200,
		excerpt: "",
		answer: {
			reference: fault === "used_reference" && first ? first.reference : shown.reference,
			opaque_id: fault === "other_opaque_id" ? "somebody-else" : null,
			transaction_type: shown.type,
			type: "fiat",
			status: shown.status === "success" || shown.status === "queued" ? shown.status : "pending",
			amount: fault === "other_amount" ? "1.00" : shown.amount,
			currency: shown.currency,
			operator_name: "Orange",
			created_at: shown.createdAt,
			processed_at: shown.processedAt,
		} as WirePayout,
	};
}

export function statusOf(made: Transaction | null): WireStatus | null {
	if (!made) return null;
	const { reference, type, status, amount, currency, createdAt, processedAt } = made;
	return {
		reference,
		transaction_type: type,
		status,
		amount,
		currency,
		created_at: createdAt,
		processed_at: processedAt,
	};
}

export function detailOf(made: Transaction | null): WireDetail | null {
	if (!made) return null;
	const { reference, type, status, amount, currency } = made;
	return { reference, transaction_type: type, status, amount, currency, history: [] };
}
