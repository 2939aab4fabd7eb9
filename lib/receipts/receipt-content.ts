/** The content of a receipt, from one source, so that screen, print and PDF cannot differ. */
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { formatExact, zoneCity } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { PaperTexts } from "#lib/papers/paper-texts.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { formatPhone } from "#lib/phone.ts";
import { amountInWords } from "#lib/receipts/amount-in-words.ts";

export interface ReceiptContent {
	/** The receipt's own language, which may differ from the reader's. */
	locale: Locale;
	business: string;
	title: string;
	/** The notice that the sandbox moves no real money; null with a real service. */
	sandbox: string | null;
	amount: string;
	words: string;
	/** The warning that the outcome is not final, or that people resolved it; null when the receipt needs none. */
	notice: { text: string; tone: "danger" | "warning" } | null;
	facts: readonly (readonly [term: string, fact: string])[];
	zone: string;
}

export interface ReceiptSettings {
	locale: Locale;
	texts: PaperTexts;
	businessName: string;
	timeZone: string;
	isSandbox: boolean;
}

/** `name`: the payer's or recipient's name as given at the request; null without one. */
export function receiptContent(
	payment: PaymentSummary,
	name: string | null,
	settings: ReceiptSettings,
): ReceiptContent {
	const { locale, texts: t, businessName, timeZone, isSandbox } = settings;
	const { kind, state, currency, operatorName, country, reference, id, note } = payment;
	const place = { locale, timeZone };
	const time = (iso: string | null) => (iso === null ? null : formatExact(new Date(iso), place));
	const amount = payment.paidAmount ?? payment.amount;
	const facts: readonly [term: string, fact: string | null][] = [
		[t(`receipt.number.${kind}`), formatPhone(payment.phoneNumber ?? payment.destination ?? "")],
		[t("receipt.name"), name],
		[t("receipt.operator"), `${operatorName}, ${countryName(country, locale)}`],
		[t("receipt.purpose"), note],
		[t("receipt.state"), t(`states.${kind}.${state}`)],
		[t("receipt.asked"), time(payment.createdAt)],
		[t("receipt.processed"), time(payment.processedAt)],
		[t("receipt.reference"), reference],
		[t("receipt.id"), id],
	];
	const words = amountInWords(amount, currency, locale);
	return {
		...{
			locale,
			business: businessName,
			title: t(`receipt.${moneyMoved(state) === "maybe" ? "open" : "title"}.${kind}`),
			sandbox: isSandbox ? t("shell.sandbox") : null,
		},
		amount: moneyText(amount, currency, locale),
		words: words.charAt(0).toLocaleUpperCase(locale) + words.slice(1),
		notice: noticeOf(payment, t),
		facts: facts.flatMap(([term, fact]) => (fact === null ? [] : [[term, fact] as const])),
		zone: t("receipt.zone", { city: zoneCity(timeZone) }),
	};
}

function noticeOf({ state }: PaymentSummary, t: PaperTexts): ReceiptContent["notice"] {
	if (moneyMoved(state) === "maybe") return { text: t("receipt.notFinal"), tone: "danger" };
	return state === "settled_paid" ? { text: t("receipt.settled"), tone: "warning" } : null;
}
