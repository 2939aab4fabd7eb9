/** What a timeline says of events, new ones and those from before there were details, in both languages. */
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EventDetails } from "#components/payments/page/event-details.tsx";
import { type PaymentEvent, paymentEventSchema } from "#lib/contracts/payment-event.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import type { PaymentEventKey } from "#lib/payment-events.ts";
import { readOldEvent } from "#server/payments/old-event.ts";

function timeline(event: PaymentEvent, locale: "en" | "fr"): string {
	const markup = renderToStaticMarkup(
		<NextIntlClientProvider
			locale={locale}
			messages={{ en, fr }[locale]}
			timeZone="Africa/Abidjan"
			onError={(error) => {
				throw error;
			}}
		>
			<EventDetails event={event} kind="payout" />
		</NextIntlClientProvider>,
	);
	const text = markup.replace(/<[^>]+>/g, "");
	return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
}

const told = { state: "unknown", at: "2026-03-10T09:00:00.000Z" };
const byService = { kind: "service", name: null };

describe("an old event on the timeline", () => {
	const old = (event: PaymentEventKey, note: string | null) =>
		paymentEventSchema.parse({ ...told, by: byService, ...readOldEvent({ event, note, reference: "TX-1" }) });

	test.each<[PaymentEventKey, string | null, string, string]>([
		["accepted", "pending", " · TX-1 · answers pending", " · TX-1 · répond pending"],
		["succeeded", null, "", ""],
		["failed", "expired", " · answers expired", " · répond expired"],
		["status_changed", "queued", " · answers queued", " · répond queued"],
		["refused", "no <b>such</b> number", " · “no <b>such</b> number”", " · « no <b>such</b> number »"],
		["not_sent", "the connection could not be made", ` · ${en.causes.connect}`, ` · ${fr.causes.connect}`],
		["answer_unclear", "the service answered 503", " · The service answered 503.", " · Le service a répondu 503."],
		["contradiction", "amount, type", " · differs: amount, type", " · diffère : le montant, le type"],
		["reference_attached", "TX-9", " · TX-9", " · TX-9"],
		["words_disagree", "success / pending", " · “success / pending”", " · « success / pending »"],
		["approvals_lapsed", "Awa Koné, Ibrahim Diallo", " · Awa Koné, Ibrahim Diallo", " · Awa Koné, Ibrahim Diallo"],
		["corrected", "600 XOF → 700 XOF · Rent → –", " · 600 XOF → 700 XOF · Rent → –", " · 600 XOF → 700 XOF · Rent → –"],
		["rejected", "Another invoice", " · Another invoice", " · Another invoice"],
	])("%s %j says what it said", (event, note, inEnglish, inFrench) => {
		expect(timeline(old(event, note), "en")).toBe(inEnglish);
		expect(timeline(old(event, note), "fr").replaceAll(/[\u00a0\u202f]/g, " ")).toBe(inFrench);
	});

	test("of what stood there in English for everybody speaks the language of who reads it", () => {
		expect(timeline(old("hint_set_aside", "TX-2 · later"), "fr")).toBe(` · TX-2 · ${fr.payments.placed.later}`);
		const late = "refused · no answer came in time";
		expect(timeline(old("late_answer", late), "fr")).toBe(
			` · ${fr.states.payout.refused} · ${fr.causes.headers_timeout}`,
		);
	});
});

test.each(["accepted", "succeeded"] as const)(
	"an answer that is %s at once shows the reference it brought",
	(event) => {
		const details = { reference: "TX-7", status: event === "accepted" ? "pending" : "success" };
		const said = paymentEventSchema.parse({ ...told, by: byService, note: null, event, details });
		expect(timeline(said, "en")).toBe(event === "accepted" ? " · TX-7 · answers pending" : " · TX-7");
	},
);
