/** Every cause, in every place that keeps one: stored as its code, and read in both languages. */
import { createTranslator } from "next-intl";
import { beforeAll, describe, expect, test } from "vitest";
import type { PaymentEventKey } from "#lib/contracts/payment-event.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import { CAUSES, type Cause, causeMessage, statusCause } from "#lib/failure-causes.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { exportAudit } from "#server/audit/export-audit.ts";
import { ServiceError, type ServiceErrorKind } from "#server/errors.ts";
import type { Service } from "#server/momo/service.ts";
import { outcomeOfError } from "#server/payments/send/attempt-outcome.ts";
import { recordOrSaveToFile } from "#server/payments/send/outcome-file.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { importReferences } from "#server/transactions/import-references.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";
import { listOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";
import { lookUpImported } from "#server/transactions/look-up-imported.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { database } = desk;
const EVERY: readonly Cause[] = [...CAUSES, statusCause(503), statusCause(302)];
const told = new Map<string, Set<Cause | null>>();

/** A connection that came too late is not kept as not sent, but as an interruption, which needs no cause. */
function causesOf(way: string): readonly Cause[] {
	return EVERY.filter((cause) => way !== "not_sent" || cause !== "too_late");
}

/** Expects a text in both languages, and two different ones. */
function readInBoth(where: string, fault: ServiceFault | null): void {
	const cause = fault?.cause ?? null;
	told.set(where, (told.get(where) ?? new Set()).add(cause));
	if (cause === null) throw new Error(`${where}: no cause was kept`);
	const { key, status } = causeMessage(cause);
	const words = (
		[
			["en", en],
			["fr", fr],
		] as const
	).map(([locale, messages]) => {
		const onError = (error: Error) => {
			throw error;
		};
		return createTranslator({ locale, messages, namespace: "causes", onError })(key, { status });
	});
	expect(words[0], cause).toMatch(/\w/);
	expect(words[0], cause).not.toBe(words[1]);
}

function failing(error: ServiceError, calls: readonly (keyof Service)[]) {
	const fail = () => Promise.reject(error);
	return {
		...desk.system,
		service: { ...desk.system.service, ...Object.fromEntries(calls.map((call) => [call, fail])) },
	};
}

const WAYS: [PaymentEventKey, ServiceErrorKind, { status?: number; contradiction?: boolean }][] = [
	["not_sent", "not_sent", {}],
	["refused", "refused", { status: 422 }],
	["answer_unclear", "unknown", {}],
	["contradiction", "unknown", { contradiction: true }],
];

describe("every cause", () => {
	test.each(WAYS)("is kept of a payment as %s, as its code", async (event, kind, extra) => {
		const keep = async (cause: Cause) => {
			const payment = await desk.deposit();
			const system = failing(new ServiceError(kind, cause, extra), ["startDeposit"]);
			await sendPayment(system, { paymentId: payment.id, workerId: "w", timing: QUICK });
			const last = (await desk.read(payment)).history.at(-1);
			expect(last).toMatchObject({ event, note: null, details: { cause } });
			if (last && "cause" in last.details) readInBoth(event, { cause: last.details.cause, words: null });
			expect((await desk.row(payment.id)).failure_cause).toBe(cause);
		};
		await Promise.all(causesOf(event).map(keep));
	});

	test("of a look at an open payment", async () => {
		const payment = await desk.deposit();
		await sendPayment(desk.system, { paymentId: payment.id, workerId: "w", timing: QUICK });
		for (const cause of EVERY) {
			await checkPayment(failing(new ServiceError("unknown", cause), ["readStatus"]), { paymentId: payment.id });
			readInBoth("look", (await desk.read(payment)).checkFault);
		}
	});

	test("for which payouts wait", async () => {
		const payment = await desk.approved();
		const timing = { ...QUICK, waitFirstMs: 0, waitAtMostMs: 0 };
		for (const cause of EVERY) {
			const system = failing(new ServiceError("unknown", cause), ["readBalance"]);
			await sendPayment(system, { paymentId: payment.id, workerId: "w", timing });
			readInBoth("wait", (await desk.read(payment)).waits?.fault ?? null);
		}
	});

	test("of an answer whose attempt is not here", async () => {
		for (const [place, cause] of EVERY.entries()) {
			const outcome = outcomeOfError(new ServiceError("unknown", cause), desk.clock.now());
			const permit = { attemptId: `gone-${place}`, paymentId: `gone-${place}`, workerId: "gone" };
			await recordOrSaveToFile(desk.system, permit, outcome, QUICK);
		}
		const { items } = await listOrphanAnswers(desk.admin);
		for (const { fault } of items) readInBoth("orphan", fault);
	});

	test("of an imported reference", async () => {
		await importReferences(desk.maker, { references: ["TX-IMPORTED"] });
		for (const cause of EVERY) {
			await database.updateTable("imported_transaction").set({ next_check_at: desk.clock.now() }).execute();
			await lookUpImported(failing(new ServiceError("unknown", cause, { contradiction: true }), ["readStatus"]));
			const { items } = await listImportedTransactions(desk.maker, {});
			readInBoth("import", { cause: items[0]?.cause ?? null, words: null });
		}
	});

	describe("afterwards", () => {
		let kept = "";
		beforeAll(async () => {
			const tables = ["payment", "payment_event", "attempt", "orphan_answer", "payout_wait", "imported_transaction"];
			for (const table of [...tables, "audit_entry", "movement_sync", "setting"])
				kept += (await desk.pool.query(`select to_jsonb(kept)::text as row from ${table} as kept`)).rows
					.map(({ row }: { row: string }) => row)
					.join("\n");
		});

		test("was kept by every way, and stands nowhere in the database as a sentence of any language", () => {
			expect([...told.keys()].sort()).toEqual(
				[...WAYS.map(([event]) => event), "import", "look", "orphan", "wait"].sort(),
			);
			for (const [where, causes] of told) expect(causes, where).toEqual(new Set(causesOf(where)));
			expect(kept).toContain('"broken_off"');
			const sentences = [...Object.values(en.causes), ...Object.values(fr.causes)];
			const fixed = sentences.map((words) => words.replace(/[.“”«»\s\u00a0\u202f]*\{\w+\}[\s\S]*/, "").trim());
			for (const words of fixed.filter((text) => text.length > 8)) expect(kept).not.toContain(words);
		});

		test.each(["en", "fr"] as const)("is told by the record's file in words of %s", async (locale: Locale) => {
			const { chunks } = await exportAudit(desk.admin, { format: "csv", locale }, exportLabels);
			let text = "";
			for await (const chunk of chunks) text += Buffer.from(chunk).toString("utf8");
			for (const cause of CAUSES) expect(text, cause).toContain({ en, fr }[locale].causes[cause]);
		});
	});
});
