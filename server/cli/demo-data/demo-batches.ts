/** The demo's batches: last month's salaries, paid; one that paused itself after three refusals; and a draft with faults. Pure. */
import { failureLimit } from "#lib/batches/batch-states.ts";
import { readRowFacts } from "#lib/batches/row-facts.ts";
import type { RowFault } from "#lib/contracts/batch.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { minorOf } from "#lib/money.ts";
import { idOf } from "#server/cli/demo-data/chance.ts";
import { nameForNumber } from "#server/cli/demo-data/demo-recipients.ts";
import { refusedSteps, unsentPayment } from "#server/cli/demo-data/open-payments.ts";
import { after, before, type StoryContext } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { buildStory, type Step, type Story } from "#server/cli/demo-data/story.ts";
import type { NewAuditEntry } from "#server/store/audit-log.ts";
import type { NewRow } from "#server/store/sql-fragments.ts";

export interface DemoBatch {
	batch: NewRow<"batch">;
	rows: NewRow<"batch_row">[];
	stories: Story[];
	audit: NewAuditEntry[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
// Rows up to this amount keep a small batch below the amount that two people must approve.
const USUAL = 10_000_000n;
const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");

export function buildBatches(
	context: StoryContext,
	{ stories, past, now }: { stories: readonly Story[]; past: readonly PastTransaction[]; now: Date },
): DemoBatch[] {
	const isUsual = ({ kind, currency, created_at, amount }: PastTransaction) =>
		kind === "payout" && currency === "XOF" && +created_at < +now - 2 * DAY && minorOf(amount) <= USUAL;
	const like = [...new Map(past.filter(isUsual).map((one) => [one.phone_number, one])).values()];
	return [
		buildSalaries(context, stories, now),
		buildPaused(context, like, now),
		buildDraft(context, like, now),
	].flatMap((batch) => batch ?? []);
}

function buildSalaries(context: StoryContext, stories: readonly Story[], now: Date): DemoBatch | null {
	const paid = stories.filter(({ payment: { kind, state, currency, created_at: at, maker_id: maker } }) => {
		const age = +now - +new Date(String(at));
		const isOf = kind === "payout" && state === "succeeded" && currency === "XOF" && maker === context.people.maker;
		return isOf && age > 20 * DAY && age < 50 * DAY;
	});
	const rows = [...new Map(paid.map((story) => [story.payment.phone_number, story])).values()].slice(-12);
	const first = rows[0]?.payment.created_at;
	if (first === undefined) return null;
	const at = new Date(String(first));
	const note = `Salaire ${MONTHS[at.getUTCMonth()]}`;
	const salaries = rows.map((story) => ({ ...story, payment: { ...story.payment, note, metadata: { note } } }));
	return requestedBatch(context, { name: note.replace("Salaire", "Salaires"), at, stories: salaries });
}

function buildPaused(context: StoryContext, like: readonly PastTransaction[], now: Date): DemoBatch | null {
	const at = before(now, 50 * MINUTE);
	const stories = like.slice(-8).map((one, place) => {
		const payment = {
			...unsentPayment(context, one, `paused:${place}`),
			...{ maker_id: context.people.maker, approver_id: context.people.approver, note: "Fournisseurs" },
		};
		const approvedAt = after(at, 8 * MINUTE);
		const steps: [Step, ...Step[]] = [
			{ at, state: "awaiting_approval", event: "requested", by: { member: payment.maker_id } },
			{ at: approvedAt, state: "approved", event: "approved", by: { member: payment.approver_id } },
			...(place < 3 ? refusedSteps(after(approvedAt, place * 900), 1) : []),
		];
		return buildStory(context.environment, payment, steps);
	});
	return stories.length === 0 ? null : requestedBatch(context, { name: "Fournisseurs de la semaine", at, stories });
}

function requestedBatch(
	context: StoryContext,
	{ name, at, stories }: { name: string; at: Date; stories: readonly Story[] },
): DemoBatch {
	const batch = batchOf(context, { name, at, requestedAt: at, count: stories.length });
	const named = stories.map((story, place) => {
		const { payment } = story;
		const recipient = nameForNumber(payment.phone_number);
		return { ...story, payment: { ...payment, batch_id: batch.id, batch_row: place + 1, recipient_name: recipient } };
	});
	const rows = named.map(({ payment }, place): NewRow<"batch_row"> => {
		const { phone_number: number, currency, operator, operator_name: operatorName, country } = payment;
		const amount = String(payment.amount);
		return {
			...{ batch_id: batch.id, n: place + 1, destination: number, amount, currency, operator, country },
			...{ name: nameForNumber(number), purpose: payment.note ?? "", faults: [] },
			facts: { number, amount, currency, operator, operatorName, country },
		};
	});
	return {
		batch,
		rows,
		stories: named,
		audit: [entryOf(context, batch, "batch.created"), entryOf(context, batch, "batch.requested")],
	};
}

function batchOf(
	{ environment, people }: StoryContext,
	{ name, at, requestedAt, count }: { name: string; at: Date; requestedAt: Date | null; count: number },
) {
	const id = idOf(`${environment}:batch:${name}`, at);
	return {
		...{ id, environment, name, version: requestedAt ? 2 : 1, maker_id: people.maker, idempotency_key: id },
		...{ request_digest: id, created_at: at, requested_at: requestedAt, failure_limit: failureLimit(count, 10) },
	};
}

function entryOf(
	context: StoryContext,
	{ id, name, created_at: at }: DemoBatch["batch"],
	action: string,
): NewAuditEntry {
	const subject = { subjectKind: "batch", subjectId: id } as const;
	return { at: new Date(String(at)), memberId: context.people.maker, action, ...subject, details: { name } };
}

/** Builds a draft in which six rows are ready and each of the others has a fault. */
function buildDraft(context: StoryContext, like: readonly PastTransaction[], now: Date): DemoBatch | null {
	const good = like.slice(0, 6).map(({ phone_number, amount }) => ({ destination: phone_number, amount }));
	const [first] = good;
	if (!first) return null;
	const typed = [
		...good,
		...[first, { destination: "07 01 02", amount: "25 000" }, { destination: "2.25E+11", amount: "18000" }],
		...[
			{ destination: "0701020399", amount: "vingt mille" },
			{ destination: "0501020388", amount: "" },
		],
	];
	const batch = batchOf(context, {
		name: "Primes de fin d’année",
		at: before(now, 25 * MINUTE),
		requestedAt: null,
		count: typed.length,
	});
	const setting = { operators: DEFAULT_OPERATORS, wallets: ["XOF"], homeCountry: "CI" };
	const rows = typed.map((cells, place): NewRow<"batch_row"> => {
		const texts = {
			...cells,
			currency: "XOF",
			operator: "",
			country: "",
			name: nameForNumber(cells.destination),
			purpose: "Prime",
		};
		const read = readRowFacts(texts, setting);
		const repeated: RowFault[] = place === good.length ? [{ field: null, code: "repeated_row", row: 1 }] : [];
		const found = "facts" in read ? { facts: read.facts, faults: repeated } : { facts: null, ...read };
		return { ...texts, batch_id: batch.id, n: place + 1, ...found };
	});
	return { batch, rows, stories: [], audit: [entryOf(context, batch, "batch.created")] };
}
