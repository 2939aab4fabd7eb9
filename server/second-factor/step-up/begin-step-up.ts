import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type {
	SessionStage,
	StepUpClosing,
	StepUpLine,
	StepUpNeed,
	StepUpOrder,
	StepUpPayment,
	StepUpQuestion,
	StepUpSubject,
} from "#lib/contracts/second-factor.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { hasOwnPassword } from "#server/access/has-own-password.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readChangeDigest, readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { type PaymentRow, readNamedPayments } from "#server/payment-records/payment-summary.ts";
import {
	actionDigest,
	approvalDigests,
	challengeOf,
	listDigest,
	orderDigest,
	saltOf,
} from "#server/payments/rules/digests.ts";
import { lineDigest } from "#server/reconciliation/line-digest.ts";
import { askFactors } from "#server/second-factor/ask-factors.ts";
import { readCountingFactors } from "#server/second-factor/step-up/counting-factors.ts";
import { closingDigest, readClosing } from "#server/statements/closed-months.ts";
import type { Database } from "#server/store/database.ts";

/**
 * Begins a step-up for one purpose. It is bound to facts, except for settings, members, exports and the member's account. Throws
 * `enrolment_needed`, `forbidden`, `not_found`, `stale_version`, `change_over`, `factor_too_new`.
 */
export async function beginStepUp(
	context: Context,
	{ sessionKey, stage, need: asked }: { sessionKey: string; stage: SessionStage; need: StepUpNeed },
): Promise<StepUpQuestion> {
	const { database, clock, member } = context;
	// A session whose member must still enrol or use a second factor must not read facts about payments or changes.
	if (stage !== "full" && asked.purpose !== "account")
		throw new AppError("enrolment_needed", "the second factor is set up first");
	const { digests, ...subjects } = await findSubjects(context, asked);
	const id = randomBytes(16).toString("hex");
	const digest = digests.length > 0 ? listDigest(digests) : null;
	const parts = { nonce: randomBytes(32).toString("base64url"), purpose: asked.purpose, digest };
	await database.transaction().execute(async (trx) => {
		const { nonce, purpose } = parts;
		const row = { id, member_id: member.id, session_key: sessionKey, purpose, digest, nonce };
		await trx
			.insertInto("step_up")
			.values({ ...row, created_at: clock.now() })
			.execute();
		if (digests.length > 0)
			await sql`insert into step_up_subject (step_up_id, digest)
				select distinct ${id}, digest from unnest(${digests}::text[]) as digest`.execute(trx);
	});
	const factors = await readCountingFactors(database, { memberId: member.id, purpose: asked.purpose });
	// Without factor and password, as with sign-in through the provider alone, a member has nothing to prove with: `methods` is empty.
	const password = (await hasOwnPassword(context, member.id)) ? (["password"] as const) : [];
	const challenge = challengeOf({ ...parts, salt: saltOf({ ...parts, sessionKey }) });
	const none = { passkeys: [], totp: false, recoveryCodes: 0 };
	const question = await askFactors(context, member.id, { factors: factors ?? none, challenge });
	return {
		...{ id, purpose: asked.purpose, ...question, methods: factors ? question.methods : [...password] },
		...{ payments: [], batch: null, change: null, line: null, closing: null, ...subjects },
	};
}

/** `digests`: one for each fact that the proof covers; the other fields show these facts to the member. */
type Subjects = { digests: string[] } & Partial<
	Pick<StepUpQuestion, "payments" | "batch" | "change" | "line" | "closing">
>;

/**
 * Reads from the database what the proof will be bound to. Throws `not_found`; `stale_version` when a payment, batch or month is no longer
 * as the screen shows it; `change_over`.
 */
async function findSubjects(context: Context, need: StepUpNeed): Promise<Subjects> {
	const { database, config } = context;
	switch (need.purpose) {
		case "request":
			return findOrder(database, need.order);
		case "approve":
			return "batch" in need ? findBatch(database, need.batch) : findPayments(database, need);
		case "settle":
			return "line" in need ? findLine(database, need.line) : findPayments(database, need);
		case "confirm":
			return findChange(context, need.change);
		case "close":
			return findClosing(database, config.environment, need.closing);
		default:
			return { digests: [] };
	}
}

async function findPayments(
	database: Database,
	{ purpose, subjects }: { purpose: "approve" | "settle"; subjects: readonly StepUpSubject[] },
): Promise<Subjects> {
	const ids = subjects.map(({ id }) => id);
	const rows = await readNamedPayments(database, ids);
	const found = subjects.map((subject) => {
		const row = rows.find(({ id, kind }) => id === subject.id && kind === subject.kind);
		if (!row) throw new AppError("not_found", `no ${subject.kind} with this id`);
		if (row.version !== subject.version)
			throw new AppError("stale_version", `it is ${row.state} now`, { fields: { state: row.state } });
		return { row, subject };
	});
	return {
		digests: found.map(({ row, subject }) => actionDigest(purpose, row, subject)),
		payments: found.map(
			({ row, subject }): StepUpPayment => ({
				...shownOf(row),
				outcome: subject.outcome ?? (subject.reference === undefined ? null : "reference"),
				claimed: subject.reference ?? subject.amount ?? null,
			}),
		),
	};
}

function shownOf(row: PaymentRow & { book_name?: string | null }): StepUpPayment {
	return {
		id: row.id,
		kind: row.kind,
		amount: row.amount,
		currency: row.currency,
		name: row.recipient_name ?? row.book_name ?? null,
		note: row.note,
		phoneNumber: row.phone_number,
		operatorName: row.operator_name,
		country: row.country,
		outcome: null,
		claimed: null,
	};
}

const LARGEST = 10;

async function findBatch(database: Database, asked: { id: string; version: number }): Promise<Subjects> {
	const batch = await database
		.selectFrom("batch")
		.select(["name", "version"])
		.where("id", "=", asked.id)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no batch with this id"));
	if (batch.version !== asked.version) throw new AppError("stale_version", "the batch has changed");
	const rows = await database
		.selectFrom("payment")
		.selectAll()
		.where("batch_id", "=", asked.id)
		.where("state", "=", "awaiting_approval")
		.orderBy("amount", "desc")
		.orderBy("id")
		.execute();
	const totals = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
		currency,
		amount: toDecimal(group.reduce((sum, { amount }) => sum + minorOf(amount), 0n)),
	}));
	return {
		batch: { name: batch.name, count: rows.length, totals },
		digests: approvalDigests(rows, { ...asked, name: batch.name }),
		payments: ofEachCurrency(rows).slice(0, LARGEST).map(shownOf),
	};
}

/** Orders rows so that each currency's first row precedes any second row: amounts of different currencies cannot be compared. */
function ofEachCurrency<Row extends { currency: string }>(rows: readonly Row[]): Row[] {
	return [...Map.groupBy(rows, ({ currency }) => currency).values()]
		.flatMap((group) => group.map((row, place) => ({ row, place })))
		.sort((one, other) => one.place - other.place)
		.map(({ row }) => row);
}

async function findChange(context: Context, id: string): Promise<Subjects> {
	// Checks the permission here: every signed-in member may begin a step-up, and sees the ids of change requests in the event stream.
	requirePermission(context, "change_request.confirm");
	const { database, member } = context;
	const [change] = await readChangeRequests(database, member, { id });
	if (!change) throw new AppError("not_found", "no change request with this id");
	if (change.state !== "waiting")
		throw new AppError("change_over", "it does not wait", { fields: { state: change.state } });
	return { digests: [await readChangeDigest(database, id)], change };
}

async function findOrder(database: Database, order: StepUpOrder): Promise<Subjects> {
	const query = database.selectFrom("operator").select("name").where("code", "=", order.operator);
	const { of: id, amount, currency, phoneNumber, country } = order;
	const operatorName = (await query.executeTakeFirst())?.name ?? order.operator;
	const facts = { id, kind: "payout", amount, currency, phoneNumber, operatorName, country } as const;
	const shown = { ...facts, name: null, note: null, outcome: null, claimed: null };
	return { digests: [orderDigest(order)], payments: [shown] };
}

async function findLine(database: Database, given: StepUpLine): Promise<Subjects> {
	const row = await database
		.selectFrom("movement")
		.select(["currency", "amount", "created_at"])
		.where("id", "=", given.id)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no such line"));
	const { currency, amount, created_at: at } = row;
	const line = { currency, amount, createdAt: at.toISOString(), verdict: given.verdict };
	return { digests: [lineDigest(row, given)], line };
}

async function findClosing(database: Database, environment: string, closing: StepUpClosing): Promise<Subjects> {
	const wallet = { environment, currency: closing.currency };
	const row = await readClosing(database, wallet, closing.month);
	if ((row?.version ?? 0) !== closing.version) throw new AppError("stale_version", "the month was decided since");
	const figures = closing.decision === "propose" ? null : (row?.digest ?? null);
	return { digests: [closingDigest(wallet, closing, figures)], closing };
}
