/** Merges three endpoints' answers about one transaction: the least final status wins, and every difference is listed. Pure. */
import type { Disagreement, Transaction } from "#lib/contracts/transaction.ts";
import { failureReasonIn } from "#lib/payments/failure-reasons.ts";
import { byTime, oldestFirst } from "#lib/payments/history-order.ts";
import { type StatusMeaning, statusMeaning } from "#lib/payments/status-meaning.ts";
import type { WireDetail, WireStatus } from "#server/momo/wire.ts";

/** Null: the endpoint does not know the transaction. `foreign`: the reference of another transaction, whose data is ignored. */
export type EndpointAnswer<Answer> = Answer | null | { foreign: string };

export interface EndpointAnswers {
	detail: EndpointAnswer<WireDetail>;
	history: EndpointAnswer<WireDetail>;
	status: EndpointAnswer<WireStatus>;
}

type Entry = WireDetail["history"][number];

/** Returns null if no endpoint answered about this transaction. `finalFailures`: statuses that an admin listed as final failures. */
export function mergeAnswers(
	reference: string,
	answers: EndpointAnswers,
	finalFailures: ReadonlySet<string>,
): Omit<Transaction, "payment" | "fetchedAt"> | null {
	const detail = ownAnswer(answers.detail);
	const history = ownAnswer(answers.history);
	const status = ownAnswer(answers.status);
	const first = status ?? detail ?? history;
	if (first === null) return null;
	const known = [status, detail, history].filter((answer) => answer !== null);
	const meaningOf = (answer: string) => statusMeaning(answer, finalFailures);
	const rankOf = (answer: { status: string }) => LEAST_FINAL_FIRST.indexOf(meaningOf(answer.status));
	const { status: leastFinalStatus } = known.toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? first;
	const entries = entriesOf(detail, history);
	return {
		reference,
		transactionType: first.transaction_type,
		status: leastFinalStatus,
		statusMeaning: meaningOf(leastFinalStatus),
		statusRecognised: known.every((answer) => meaningOf(answer.status) !== "unrecognised"),
		failureReason: failureReasonIn(entries, leastFinalStatus),
		amount: first.amount,
		currency: first.currency,
		createdAt: utc(status?.created_at),
		processedAt: utc(status?.processed_at),
		history: entries.map(({ status: said, source, timestamp }) => ({
			...{ status: said, source, timestamp: utc(timestamp), meaning: meaningOf(said) },
		})),
		disagreements: disagreementsOf(reference, answers, { detail, history, status }),
	};
}

// Assumption: a status that nobody knows leaves the outcome open, so it is less final than a failure that an admin listed.
const LEAST_FINAL_FIRST: readonly StatusMeaning[] = ["pending", "unrecognised", "failed", "success"];

function ownAnswer<Answer extends object>(answer: EndpointAnswer<Answer>): Answer | null {
	return answer === null || isForeign(answer) ? null : answer;
}

function isForeign(answer: object): answer is { foreign: string } {
	return "foreign" in answer && !("reference" in answer);
}

function utc(time: string | null | undefined): string | null {
	return time ? new Date(time).toISOString() : null;
}

/** Returns the entries of both endpoints, each once, oldest first. */
function entriesOf(detail: WireDetail | null, history: WireDetail | null): Entry[] {
	const entries = [...oldestFirst(detail?.history ?? []), ...oldestFirst(history?.history ?? [])];
	return byTime([...new Map(entries.map((entry) => [textOf(entry), entry])).values()]);
}

function textOf({ status, source, timestamp }: Entry): string {
	return JSON.stringify([status, source, utc(timestamp)]);
}

interface OwnAnswers {
	detail: WireDetail | null;
	history: WireDetail | null;
	status: WireStatus | null;
}

function disagreementsOf(reference: string, answers: EndpointAnswers, own: OwnAnswers): Disagreement[] {
	const rows: Disagreement[] = [];
	const compare = (field: Disagreement["field"], read: (answer: WireDetail | WireStatus) => string) => {
		const row = {
			field,
			detail: own.detail && read(own.detail),
			status: own.status && read(own.status),
			history: own.history && read(own.history),
		};
		if (new Set([row.detail, row.status, row.history].filter((answer) => answer !== null)).size > 1) rows.push(row);
	};
	if (own.detail === null || own.history === null || own.status === null) {
		const named = (answer: EndpointAnswer<object>) =>
			answer === null ? null : isForeign(answer) ? answer.foreign : reference;
		rows.push({
			field: "reference",
			detail: named(answers.detail),
			status: named(answers.status),
			history: named(answers.history),
		});
	}
	compare("status", (answer) => answer.status);
	compare("amount", (answer) => answer.amount);
	compare("currency", (answer) => answer.currency);
	compare("transactionType", (answer) => answer.transaction_type);
	if (own.detail && own.history) {
		const [detail, history] = [own.detail.history, own.history.history];
		const asText = (entries: Entry[]) =>
			oldestFirst(entries)
				.map((entry) => entry.status)
				.join(" → ")
				.slice(0, 300);
		const inAnyOrder = (entries: Entry[]) => entries.map(textOf).sort().join();
		if (inAnyOrder(detail) !== inAnyOrder(history))
			rows.push({ field: "history", detail: asText(detail), status: null, history: asText(history) });
	}
	return rows;
}
