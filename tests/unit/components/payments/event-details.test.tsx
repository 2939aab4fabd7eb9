/** What a timeline says of events, new ones and those from before there were details, in both languages. */
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EventDetails } from "#components/payments/page/event-details.tsx";
import { type PaymentEvent, paymentEventSchema } from "#lib/contracts/payment-event.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { moneyText } from "#lib/money-text.ts";
import type { PaymentEventKey } from "#lib/payment-events.ts";
import { readKeptDetails, readOldEvent } from "#server/payments/old-event.ts";

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

describe("a correction on the timeline", () => {
	const changes = [
		{ field: "amount", from: "480000.00", to: "500000.50", currency: "XOF" },
		{ field: "operator", from: "MTN", to: "Orange" },
		{ field: "destination", from: "+225•••••89", to: "+225•••••90" },
		{ field: "note", from: "Rent", to: null },
	];
	const corrected = (some: object[]) =>
		paymentEventSchema.parse({ ...told, by: byService, note: null, event: "corrected", details: { changes: some } });

	test("names each fact, and tells an amount as amounts are told in the language of who reads it", () => {
		const signs = "MTN → Orange · N +225•••••89 → +225•••••90 · note Rent → –";
		const texts = { en: timeline(corrected(changes), "en"), fr: timeline(corrected(changes), "fr") };
		expect(texts.en).toBe(
			` · amount ${moneyText("480000.00", "XOF", "en")} → ${moneyText("500000.50", "XOF", "en")} · operator ${signs.replace("N +", "number +")}`,
		);
		expect(texts.fr).toBe(
			` · montant ${moneyText("480000.00", "XOF", "fr")} → ${moneyText("500000.50", "XOF", "fr")} · opérateur ${signs.replace("N +", "numéro +")}`,
		);
		expect(texts.fr.replaceAll(/[\u00a0\u202f]/g, " ")).toContain("montant 480 000 XOF → 500 000,50 XOF");
	});

	test("kept before its changes told their fields says what it said, in either language", () => {
		const details = readKeptDetails({ changes: [{ from: "600 XOF", to: "700 XOF" }] });
		const old = paymentEventSchema.parse({ ...told, by: byService, note: null, event: "corrected", details });
		expect(timeline(old, "en")).toBe(" · 600 XOF → 700 XOF");
		expect(timeline(old, "fr")).toBe(" · 600 XOF → 700 XOF");
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
