import { expect, test } from "vitest";
import { expectedKey } from "#components/payments/page/payment-timeline.tsx";
import { DIFFERING_FACTS, EVENT_DETAILS, OUTSIDE_PLACES } from "#lib/contracts/payment-event.ts";
import { CAUSES, causeMessage, statusCause } from "#lib/failure-causes.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { FAILURE_REASONS } from "#lib/payments/failure-reasons.ts";

type Words = { [key: string]: string | Words };
const LANGUAGES: Record<string, Words> = { en, fr };

function look(words: Words, path: string): string | Words | undefined {
	return path
		.split(".")
		.reduce<string | Words | undefined>((at, key) => (typeof at === "object" ? at[key] : undefined), words);
}

// A pending deposit shows the payer's steps instead; approval is for payouts.
const OF_PAYOUTS: readonly string[] = ["pending", "awaiting_approval", "rejected"];
const NEXT = (["deposit", "payout"] as const).flatMap((kind) =>
	PAYMENT_STATES.map((state) => expectedKey({ kind, state, statusMeaning: "pending" })),
);
const FACTS = Object.values(EVENT_DETAILS).flatMap(({ shape }) => Object.keys(shape));
/** The path of each text that code names by a value. */
const NAMED = [
	...Object.keys(EVENT_DETAILS).flatMap((event) => [`payments.events.${event}`, `audit.actions.payment.${event}`]),
	...PAYMENT_STATES.map((state) => `states.payout.${state}`),
	...PAYMENT_STATES.flatMap((state) => [`payouts.notice.${state}.title`, `payouts.notice.${state}.body`]),
	...PAYMENT_STATES.filter((state) => !OF_PAYOUTS.includes(state)).map((state) => `deposits.notice.${state}.title`),
	...NEXT.filter((key) => key !== null).map((key) => `payments.expected.${key}`),
	...FAILURE_REASONS.map((reason) => `reasons.${reason}`),
	...VERDICT_OUTCOMES.flatMap((said) => [`settlement.said.${said}`, `settlement.dialog.${said}Title`]),
	...CAUSES.map((cause) => `causes.${causeMessage(cause).key}`),
	...FACTS.map((fact) => `audit.details.${fact}`),
	...DIFFERING_FACTS.map((fact) => `payments.differing.${fact}`),
	...OUTSIDE_PLACES.map((place) => `payments.placed.${place}`),
];

test.each(Object.entries(LANGUAGES))(
	"every event, state, reason, verdict, cause and fact has its words in %s",
	(_, words) => {
		for (const path of NAMED) expect(look(words, path), path).toMatch(/\S/);
		for (const status of [302, 503]) {
			const told = causeMessage(statusCause(status));
			expect(told.status).toBe(String(status));
			expect(look(words, `causes.${told.key}`)).toContain("{status}");
		}
	},
);

test("only a payment that is known to be paid is called paid", () => {
	const knows = ["succeeded", "settled_paid"];
	for (const kind of ["deposit", "payout"]) {
		for (const state of PAYMENT_STATES.filter((each) => !knows.includes(each))) {
			expect(String(look(en, `states.${kind}.${state}`)), `${kind} ${state}`).not.toMatch(/(?<!not )\bpaid\b/i);
			expect(String(look(en, `${kind}s.notice.${state}.title`) ?? ""), `${kind} ${state}`).not.toMatch(/^paid/i);
		}
	}
});
