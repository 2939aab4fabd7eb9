/** The tables of the memory database: those of the real one, held equal by an integration test, and the job queue. */
import { readFileSync } from "node:fs";
import type { Check } from "#tests/simulation/memory/memory-store.ts";
import {
	compare,
	NOW,
	PostgresError,
	type Row,
	type Shapes,
	stored,
	type TableShape,
	type Value,
} from "#tests/simulation/memory/rows.ts";

/** As the integration test writes it down from the catalogue. */
export interface SchemaSnapshot {
	columns: { table: string; column: string; type: string; default: string | null; identity: boolean }[];
	uniques: { table: string; name: string; columns: string[]; where: string | null }[];
	/** Names alone: what of them the simulation needs stands below in CHECKS. */
	checks: string[];
	triggers: string[];
}

const snapshot = JSON.parse(readFileSync(new URL("./schema.json", import.meta.url), "utf8")) as SchemaSnapshot;

const JOB: TableShape = {
	columns: {
		id: { type: "bigint", default: null, identity: true },
		task: { type: "text", default: null, identity: false },
		payload: { type: "text", default: null, identity: false },
		key: { type: "text", default: null, identity: false },
		run_at: { type: "timestamp with time zone", default: null, identity: false },
		locked_at: { type: "timestamp with time zone", default: null, identity: false },
	},
	uniques: [{ name: "job_key", columns: ["key"], where: { column: "key", isNull: false } }],
};

// guard: model-unique-values
export const SHAPES: Shapes = { ...shapesOf(snapshot), job: JOB };

function shapesOf({ columns, uniques }: SchemaSnapshot): Shapes {
	const shapes: Record<string, { columns: TableShape["columns"]; uniques: TableShape["uniques"][number][] }> = {};
	for (const { table, column, type, default: text, identity } of columns) {
		const shape = shapes[table] ?? { columns: {}, uniques: [] };
		shapes[table] = shape;
		shape.columns[column] = { type, default: defaultOf(type, text), identity };
	}
	for (const { table, name, columns: names, where } of uniques) {
		shapes[table]?.uniques.push({ name, columns: names, where: where === null ? null : conditionOf(where) });
	}
	return shapes;
}

function defaultOf(type: string, text: string | null): Value {
	if (text === null) return null;
	if (text === "now()") return NOW;
	if (text === "true" || text === "false") return text === "true";
	if (type === "integer") return Number(text);
	return stored(type, text.replace(/::.*$/, "").replace(/^'(.*)'$/, "$1"));
}

function conditionOf(where: string): { column: string; isNull: boolean } {
	const [, column, not] = /^\((\w+) IS (NOT )?NULL\)$/.exec(where) ?? [];
	if (!column) throw new Error(`the memory database does not know the condition ${where}`);
	return { column, isNull: not === undefined };
}

/** The constraints and triggers that keep money safe, as the migrations write them in SQL. */
export const CHECKS: Record<string, Check> = {
	payment(row, before, see) {
		// guard: model-maker-does-not-approve
		if (row.approver_id !== null && row.approver_id === row.maker_id) {
			throw new PostgresError("23514", "an approver is never the maker", "approver_is_not_maker");
		}
		// guard: model-two-people-settle
		demandTwoPeople(row, before, see);
		// guard: model-approvers-are-counted
		demandApprovers(row, before, see);
	},
	decision(row, before, see) {
		if (before) {
			const isRewritten = Object.keys(row).some((key) => key !== "voided_at" && compare(row[key], before[key]) !== 0);
			if (before.voided_at === null && !isRewritten) return;
			throw new PostgresError("P0001", "a decision stands as it was said");
		}
		const payment = see("payment").find((each) => each.id === row.payment_id);
		const corrected = see("payment_event").some(
			(event) =>
				event.payment_id === row.payment_id && event.member_id === row.member_id && event.event === "corrected",
		);
		// guard: model-maker-decides-nothing
		if (payment?.maker_id === row.member_id) {
			throw new PostgresError("P0001", "who made a payout does not decide on it");
		}
		if (corrected && row.verdict === "approve") {
			throw new PostgresError("P0001", "who corrected a payout does not approve it");
		}
	},
	audit_entry(_row, before) {
		if (before) throw new PostgresError("P0001", "the audit record is append-only");
	},
};

const demandTwoPeople: Check = (row, before, see) => {
	const paid = row.paid_amount ?? null;
	if (paid !== null && (row.state !== "settled_paid" || compare(paid, row.amount) === 0)) {
		throw new PostgresError("23514", "another amount is paid where two people settled it", "payment_paid_amount_check");
	}
	const wanted = { settled_paid: paid === null ? "paid" : "paid_other", settled_not_paid: "not_paid" }[
		row.state as "settled_paid"
	];
	const isSettled = before?.state === "settled_paid" || before?.state === "settled_not_paid";
	if (isSettled && (row.state !== before.state || paid !== (before.paid_amount ?? null))) {
		throw new PostgresError("P0001", "a settled payment is final");
	}
	if (wanted === undefined || row.state === before?.state) return;
	const words = see("resolution").filter(
		(word) =>
			word.payment_id === row.id && word.payment_version === Number(row.version) - 1 && word.withdrawn_at === null,
	);
	const people = new Set(words.map((word) => word.member_id));
	const differ = words.some((word) => word.outcome !== wanted || compare(word.amount, paid ?? row.amount) !== 0);
	if (people.size < 2 || differ) throw new PostgresError("P0001", "two different people settle a payment");
};

const demandApprovers: Check = (row, before, see) => {
	const isAsked = row.state === "approved" || (before !== undefined && row.state === "sending");
	if (row.kind !== "payout" || !isAsked || row.state === before?.state) return;
	const words = see("decision").filter(
		(word) =>
			word.payment_id === row.id &&
			word.verdict === "approve" &&
			word.voided_at === null &&
			word.facts === row.approved_facts &&
			see("member").some(
				({ id, role, disabled_at }) =>
					id === word.member_id && disabled_at === null && (role === "approver" || role === "admin"),
			),
	);
	if (new Set(words.map((word) => word.member_id)).size < approversNeeded(row, see("payout_rule"))) {
		throw new PostgresError("P0001", "a payout needs its approvers");
	}
};

function approversNeeded({ currency, ...row }: Row, rules: readonly Row[]): number {
	const amount = (compare(row.highest_amount ?? null, row.amount) ?? -1) > 0 ? row.highest_amount : row.amount;
	const rule = rules.find((each) => each.currency === currency);
	if (!rule) return 1;
	if (rule.per_person_day !== null && (compare(amount, rule.no_approver_up_to) ?? 1) <= 0) return 0;
	return rule.one_approver_up_to === null || (compare(amount, rule.one_approver_up_to) ?? 1) <= 0 ? 1 : 2;
}
