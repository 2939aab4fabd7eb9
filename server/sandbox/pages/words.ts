/** The words of the sandbox's own pages, in both languages. English decides which there are. */
import { frenchWords } from "#server/sandbox/pages/words-fr.ts";

export const englishWords = {
	banner: "Sandbox: no real money moves here.",
	phone: "Phone simulator",
	phoneIntro: "A subscriber’s handset: what they see, and what they answer.",
	openHandset: "Open a handset",
	phoneNumber: "Phone number",
	open: "Open",
	handsets: "Handsets",
	noHandsets: "No number has been used yet. Open one above, or start a deposit.",
	lastUsed: "Last used",
	requestWaits: "{count} waiting",
	nothingWaitsShort: "Nothing waits",
	magicTitle: "Numbers that decide by themselves",
	magicIntro: "The last three digits of a number choose the result, in every country.",
	magicDeposit: "Deposit",
	magicPayout: "Payout",
	unknownNumber: "This is not a number of a country we serve.",
	back: "All handsets",
	balance: "Balance",
	sandboxTime: "Sandbox time",
	paymentRequest: "Payment request",
	asksFor: "{business} asks you to pay",
	pinHint: "The PIN of every demo subscriber is {pin}.",
	pin: "PIN",
	approve: "Approve",
	refuse: "Refuse",
	paymentCode: "Payment code",
	dialFirst: "Dial {code} below to receive a payment code, then enter it here.",
	confirmCode: "Confirm code",
	openLink: "Open payment link",
	linkIntro: "This payment is made on a page.",
	processing: "Approved. The operator is at work…",
	expiresAt: "Expires at {time}",
	nothingWaits: "No payment request",
	dialPad: "Dial pad",
	dialField: "Number or code",
	dial: "Dial",
	erase: "Erase",
	messages: "Messages",
	noMessages: "No messages yet.",
	addMoney: "Add money",
	amount: "Amount",
	currency: "Currency",
	add: "Add",
	message_payment_code: "Your payment code is {code}, for {amount} to {business}. Do not share it with anybody.",
	message_nothing_waits: "{dialled}: no payment waits for this code.",
	message_wrong_pin: "Wrong PIN. Tries left: {left}.",
	message_wrong_code: "Wrong payment code. Tries left: {left}.",
	message_deposit_paid: "You paid {amount} to {business}.",
	message_deposit_refused: "You refused to pay {amount}.",
	message_deposit_failed: "Your payment of {amount} did not go through. You were not charged.",
	message_deposit_expired: "The request for {amount} has expired. You were not charged.",
	message_payout_received: "You received {amount} from {business}.",
	message_money_added: "{amount} was added to your account.",
	payTitle: "Pay {business}",
	payFrom: "From {number} with {operator}",
	pay: "Pay {amount}",
	payPaid: "Payment sent",
	payPaidText: "You may close this page.",
	payProcessing: "Payment in progress",
	payFailed: "Payment refused or failed",
	payFailedText: "You were not charged.",
	payExpired: "This link has expired",
	payUnknown: "No such payment",
	payUnknownText: "Check the link with the person who sent it.",
	payReference: "Reference",
	control: "Control",
	language: "Français",
};

export type Words = Record<keyof typeof englishWords, string>;
export type Locale = "en" | "fr";

const BOTH: Record<Locale, Words> = { en: englishWords, fr: frenchWords };

export function words(locale: Locale): Words {
	return BOTH[locale];
}

/** Fills `{name}` places. */
export function fill(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** `?lang=`, then the browser's wish, then English. */
export function chooseLocale(lang: string | undefined, acceptLanguage: string | undefined): Locale {
	if (lang === "fr" || lang === "en") return lang;
	const first = /\b(fr|en)\b/i.exec(acceptLanguage ?? "");
	return first?.[1]?.toLowerCase() === "fr" ? "fr" : "en";
}
