/** Three endpoints speak of one transaction: their words merged, the least final one counting, every difference kept. Pure. */
import type { Disagreement, Transaction } from "#lib/contracts/transaction.ts";
import { reasonIn } from "#lib/failure-reasons.ts";
import { statusMeaning } from "#lib/status-meaning.ts";
import type { WireDetail, WireStatus } from "#server/momo/wire.ts";

/** Null: this endpoint knows no such transaction. `foreign`: it spoke of another one, and none of its words count. */
export type Word<Answer> = Answer | null | { foreign: string };

export interface Words {
	detail: Word<WireDetail>;
	history: Word<WireDetail>;
	status: Word<WireStatus>;
}

type Entry = Omit<Transaction["history"][number], "meaning">;

export type MergedWords = Omit<Transaction, "payment" | "fetchedAt">;

/** Null when no endpoint spoke of this transaction. `finalFailures`: what an admin has listed. */
export function mergeWords(reference: string, words: Words, finalFailures: ReadonlySet<string>): MergedWords | null {
	const detail = ownWord(words.detail);
	const history = ownWord(words.history);
	const status = ownWord(words.status);
	const first = status ?? detail ?? history;
	if (first === null) return null;
	const said = [status, detail, history].filter((word) => word !== null);
	const leastFinalStatus = leastFinal(said.map((word) => word.status)) ?? first.status;
	const meaningOf = (word: string) => statusMeaning(word, finalFailures);
	const entries = entriesOf(detail, history);
	return {
		reference,
		transactionType: first.transaction_type,
		status: leastFinalStatus,
		statusMeaning: meaningOf(leastFinalStatus),
		statusRecognised: said.every((word) => meaningOf(word.status) !== "unrecognised"),
		failureReason: reasonIn(entries, leastFinalStatus),
		amount: first.amount,
		currency: first.currency,
		createdAt: utc(status?.created_at),
		processedAt: utc(status?.processed_at),
		history: entries.map((entry) => ({ ...entry, meaning: meaningOf(entry.status) })),
		disagreements: disagreementsOf(reference, words, { detail, history, status }),
	};
}

// Assumption: only `success` is final; of all other words `pending` promises least.
function leastFinal(statuses: readonly string[]): string | undefined {
	return statuses.find((status) => status === "pending") ?? statuses.find((status) => status !== "success");
}

function ownWord<Answer extends object>(word: Word<Answer>): Answer | null {
	return word === null || isForeign(word) ? null : word;
}

function isForeign(word: object): word is { foreign: string } {
	return "foreign" in word && !("reference" in word);
}

function utc(time: string | null | undefined): string | null {
	return time ? new Date(time).toISOString() : null;
}

/** Of both endpoints, each line once, oldest first; lines of the same instant stay in the order of the service. */
function entriesOf(detail: WireDetail | null, history: WireDetail | null): Entry[] {
	const entries = [...(detail?.history ?? []), ...(history?.history ?? [])].map(({ status, source, timestamp }) => ({
		status,
		source,
		timestamp: new Date(timestamp).toISOString(),
	}));
	const once = new Map(entries.map((entry) => [JSON.stringify(entry), entry]));
	return [...once.values()].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

interface OwnWords {
	detail: WireDetail | null;
	history: WireDetail | null;
	status: WireStatus | null;
}

function disagreementsOf(reference: string, words: Words, own: OwnWords): Disagreement[] {
	const rows: Disagreement[] = [];
	const compare = (field: Disagreement["field"], read: (word: WireDetail | WireStatus) => string) => {
		const row = {
			field,
			detail: own.detail && read(own.detail),
			status: own.status && read(own.status),
			history: own.history && read(own.history),
		};
		if (new Set([row.detail, row.status, row.history].filter((word) => word !== null)).size > 1) rows.push(row);
	};
	if (own.detail === null || own.history === null || own.status === null) {
		const named = (word: Word<object>) => (word === null ? null : isForeign(word) ? word.foreign : reference);
		rows.push({
			field: "reference",
			detail: named(words.detail),
			status: named(words.status),
			history: named(words.history),
		});
	}
	compare("status", (word) => word.status);
	compare("amount", (word) => word.amount);
	compare("currency", (word) => word.currency);
	compare("transactionType", (word) => word.transaction_type);
	if (own.detail && own.history) {
		const [detail, history] = [entriesOf(own.detail, null), entriesOf(null, own.history)];
		const inWords = (entries: Entry[]) =>
			entries
				.map((entry) => entry.status)
				.join(" → ")
				.slice(0, 300);
		if (JSON.stringify(detail) !== JSON.stringify(history))
			rows.push({ field: "history", detail: inWords(detail), status: null, history: inWords(history) });
	}
	return rows;
}
