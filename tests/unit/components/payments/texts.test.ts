import { describe, expect, test } from "vitest";
import { expectedKey } from "#components/payments/page/payment-timeline.tsx";
import { CAUSES, causeMessage, statusCause } from "#lib/causes.ts";
import { DIFFERING_FACTS, EVENT_DETAILS, OUTSIDE_PLACES } from "#lib/contracts/payment-event.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { FAILURE_REASONS } from "#lib/payments/failure-reasons.ts";
import { PAYMENT_EVENTS } from "#lib/payments/payment-events.ts";

type Words = { [key: string]: string | Words };
const LANGUAGES: Record<string, Words> = { en, fr };
const OURS = ["payments", "causes", "deposits", "payouts", "approvals", "audit", "settings", "members", "operators"];

function look(words: Words, path: string): string | Words | undefined {
	return path
		.split(".")
		.reduce<string | Words | undefined>((at, key) => (typeof at === "object" ? at[key] : undefined), words);
}

/** The path of every text, with its arguments and tags. */
function shape(words: string | Words | undefined, path = ""): string[] {
	if (typeof words === "string") {
		const marks = [...words.matchAll(/\{(\w+)[,}]|<\/?(\w+)>/g)].map(([, name, tag]) => name ?? tag);
		return [`${path}: ${[...new Set(marks)].sort().join(" ")}`];
	}
	return Object.entries(words ?? {}).flatMap(([key, value]) => shape(value, path ? `${path}.${key}` : key));
}

describe.each(Object.entries(LANGUAGES))("words in %s", (_, words) => {
	test("tell every event of a payment, on its timeline and in the record", () => {
		for (const event of PAYMENT_EVENTS) {
			expect(look(words, `payments.events.${event}`), event).toBeTypeOf("string");
			expect(look(words, `audit.actions.payment.${event}`), event).toBeTypeOf("string");
		}
	});

	test("tell every state of a payout, and what is true of the money in it", () => {
		for (const state of PAYMENT_STATES) {
			expect(look(words, `states.payout.${state}`), state).toBeTypeOf("string");
			expect(look(words, `payouts.notice.${state}.title`), state).toBeTypeOf("string");
			expect(look(words, `payouts.notice.${state}.body`), state).toBeTypeOf("string");
		}
	});

	test("tell every state that a deposit can be in", () => {
		// A pending deposit shows the payer's steps instead; approval is for payouts.
		for (const state of PAYMENT_STATES.filter((each) => !["pending", "awaiting_approval", "rejected"].includes(each))) {
			expect(look(words, `deposits.notice.${state}.title`), state).toBeTypeOf("string");
		}
	});

	test("say what comes next wherever something does", () => {
		for (const state of PAYMENT_STATES) {
			for (const kind of ["deposit", "payout"] as const) {
				const key = expectedKey(kind, state);
				if (key) expect(look(words, `payments.expected.${key}`), key).toBeTypeOf("string");
			}
		}
	});

	test("tell every reason that a cashier can say to a customer, and every word that a person can say of an outcome", () => {
		for (const reason of FAILURE_REASONS) expect(look(words, `reasons.${reason}`), reason).toBeTypeOf("string");
		for (const outcome of VERDICT_OUTCOMES) {
			expect(look(words, `settlement.said.${outcome}`), outcome).toBeTypeOf("string");
			expect(look(words, `settlement.dialog.${outcome}Title`), outcome).toBeTypeOf("string");
		}
	});

	test("translate every cause, with the status of those that name one", () => {
		for (const cause of CAUSES) expect(look(words, `causes.${causeMessage(cause).key}`), cause).toMatch(/\S/);
		for (const status of [302, 503]) {
			const told = causeMessage(statusCause(status));
			expect(told.status).toBe(String(status));
			expect(look(words, `causes.${told.key}`)).toContain("{status}");
		}
	});

	test("name every fact of an event for the record", () => {
		const facts = Object.values(EVENT_DETAILS).flatMap(({ shape }) => Object.keys(shape));
		for (const fact of new Set(facts)) expect(look(words, `audit.details.${fact}`), fact).toBeTypeOf("string");
		for (const fact of DIFFERING_FACTS) expect(look(words, `payments.differing.${fact}`), fact).toBeTypeOf("string");
		for (const place of OUTSIDE_PLACES) expect(look(words, `payments.placed.${place}`), place).toBeTypeOf("string");
	});
});

test("both languages have the same words with the same arguments", () => {
	for (const namespace of OURS) expect(shape(look(fr, namespace)), namespace).toEqual(shape(look(en, namespace)));
	const paths = (words: Words) => shape(words).map((line) => line.split(":", 1)[0]);
	expect(paths(fr).sort()).toEqual(paths(en).sort());
});

test("only a payment that is known to be paid is called paid", () => {
	const knows = ["succeeded", "settled_paid"];
	for (const kind of ["deposit", "payout"]) {
		for (const state of PAYMENT_STATES.filter((each) => !knows.includes(each))) {
			expect(String(look(en, `states.${kind}.${state}`)), `${kind} ${state}`).not.toMatch(/(?<!not )\bpaid\b/i);
			expect(String(look(en, `${kind}s.notice.${state}.title`) ?? ""), `${kind} ${state}`).not.toMatch(/^paid/i);
		}
	}
});
