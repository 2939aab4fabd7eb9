import { describe, expect, test } from "vitest";
import { EventDetails } from "#components/payments/page/payment-timeline.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import { type PaymentEvent, type PaymentEventKey, paymentEventSchema } from "#lib/contracts/payment-event.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { rendered } from "#tests/support/rendered.tsx";

function timeline(event: PaymentEvent, locale: "en" | "fr"): string {
	const text = rendered(<EventDetails event={event} kind="payout" />, locale).replace(/<[^>]+>/g, "");
	return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
}

const told = { state: "unknown", at: "2026-03-10T09:00:00.000Z" };
const byService = { kind: "service", name: null };

const happened = (event: PaymentEventKey, details: object, note: string | null = null) =>
	paymentEventSchema.parse({ ...told, by: byService, event, note, details });
const of = (status: string | null, reference: string | null = null) => ({ reference, status });
const fault = (cause: string | null, words: string | null = null) => ({ cause, words });
const late = { ...of(null), ...fault("headers_timeout"), outcome: "refused" };

describe("an event on the timeline", () => {
	test.each<[PaymentEventKey, object, string, string]>([
		["accepted", of("pending", "TX-1"), " · TX-1", " · TX-1"],
		["succeeded", of(null), "", ""],
		["succeeded", of("success", "TX-7"), " · TX-7", " · TX-7"],
		["failed", of("expired"), " · service status: expired", " · statut du service : expired"],
		["status_changed", of("queued"), " · service status: queued", " · statut du service : queued"],
		[
			"refused",
			fault(null, "no <b>such</b> number"),
			" · The service said: “no <b>such</b> number”",
			" · Réponse du service : « no <b>such</b> number »",
		],
		["not_sent", fault("connect"), ` · ${en.causes.connect}`, ` · ${fr.causes.connect}`],
		["answer_unclear", fault("status:503"), " · The service answered 503.", " · Le service a répondu 503."],
		[
			...(["contradiction", { differing: ["amount", "type"], otherReference: null, cause: null }] as const),
			...([" · differs: amount, type", " · diffère : le montant, le type"] as const),
		],
		["reference_attached", of(null, "TX-9"), " · TX-9", " · TX-9"],
		["statuses_disagree", { statuses: ["success", "pending"] }, " · “success / pending”", " · « success / pending »"],
		[
			"approvals_lapsed",
			{ people: ["Awa Koné", "Ibrahim Diallo"] },
			" · Awa Koné, Ibrahim Diallo",
			" · Awa Koné, Ibrahim Diallo",
		],
		[
			...(["hint_set_aside", { otherReference: "TX-2", placed: "later" }] as const),
			...([` · TX-2 · ${en.payments.placed.later}`, ` · TX-2 · ${fr.payments.placed.later}`] as const),
		],
		[
			...(["late_answer", late] as const),
			...([
				` · ${en.states.payout.refused} · ${en.causes.headers_timeout}`,
				` · ${fr.states.payout.refused} · ${fr.causes.headers_timeout}`,
			] as const),
		],
	])("%s %j is told in the language of who reads it", (event, details, inEnglish, inFrench) => {
		const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
		expect(timeline(happened(event, details), "en")).toBe(inEnglish);
		expect(plain(timeline(happened(event, details), "fr"))).toBe(plain(inFrench));
	});

	test("ends with what somebody wrote, as it came", () => {
		expect(timeline(happened("rejected", {}, "Another invoice"), "fr")).toBe(" · Another invoice");
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
		const signs = ([number, purpose]: [string, string]) =>
			`MTN → Orange · ${number} +225•••••89 → +225•••••90 · ${purpose} Rent → –`;
		const texts = { en: timeline(corrected(changes), "en"), fr: timeline(corrected(changes), "fr") };
		expect(texts.en).toBe(
			` · amount ${moneyText("480000.00", "XOF", "en")} → ${moneyText("500000.50", "XOF", "en")} · operator ${signs(["number", "purpose"])}`,
		);
		expect(texts.fr).toBe(
			` · montant ${moneyText("480000.00", "XOF", "fr")} → ${moneyText("500000.50", "XOF", "fr")} · opérateur ${signs(["numéro", "motif"])}`,
		);
		expect(texts.fr.replaceAll(/[\u00a0\u202f]/g, " ")).toContain("montant 480 000 XOF → 500 000,50 XOF");
	});
});
