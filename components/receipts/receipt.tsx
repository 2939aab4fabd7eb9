import { getTimeZone, getTranslations } from "next-intl/server";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { formatExact } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { formatPhone } from "#lib/phone.ts";
import { amountInWords } from "#lib/receipts/amount-in-words.ts";

interface ReceiptProps {
	payment: Payment;
	businessName: string;
	/** The receipt's own language, whatever the reader's is. */
	locale: Locale;
	/** No real money is behind this desk. */
	sandbox: boolean;
	/** Time of printing. */
	at: Date;
}

/** One page for the other party of a payment. It says plainly while the outcome is not final. */
export async function Receipt({ payment, businessName, locale, sandbox, at }: ReceiptProps) {
	const t = await getTranslations({ locale, namespace: "receipt" });
	const shell = await getTranslations({ locale, namespace: "shell" });
	const states = await getTranslations({ locale, namespace: "states" });
	const place = { locale, timeZone: await getTimeZone() };
	const time = (iso: string | null) => (iso === null ? null : formatExact(new Date(iso), place));
	const { kind, state, currency, operatorName, country, reference, id, note } = payment;
	const amount = payment.paidAmount ?? payment.amount;
	const facts: readonly [term: string, fact: string | null][] = [
		[t(`number.${kind}`), formatPhone(payment.phoneNumber ?? payment.destination ?? "")],
		[t("operator"), `${operatorName}, ${countryName(country, locale)}`],
		[t("purpose"), note],
		[t("state"), states(`${kind}.${state}`)],
		[t("asked"), time(payment.createdAt)],
		[t("processed"), time(payment.processedAt)],
		[t("reference"), reference],
		[t("id"), id],
	];
	return (
		<article
			lang={locale}
			className="rounded-lg border border-line bg-surface px-6 py-8 sm:px-10 print:border-0 print:bg-transparent print:p-0"
		>
			<header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line-strong border-b pb-4">
				<p className="wrap-anywhere font-semibold text-lg">{businessName}</p>
				<h1 className="text-ink-2 text-md">{t(`title.${kind}`)}</h1>
			</header>
			{sandbox ? <p className="mt-4 font-medium text-warning text-sm">{shell("sandbox")}</p> : null}
			<p className="num mt-6 font-semibold text-3xl tracking-[-0.02em]">{moneyText(amount, currency, locale)}</p>
			<p className="mt-1 text-pretty text-ink-2 first-letter:uppercase">{amountInWords(amount, currency, locale)}</p>
			{moneyMoved(state) === "maybe" ? (
				<p className="mt-5 border-danger border-l-[3px] pl-3 font-medium">{t("notFinal")}</p>
			) : null}
			{state === "settled_paid" ? <p className="mt-5 border-warning border-l-[3px] pl-3">{t("settled")}</p> : null}
			<dl className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]">
				{facts.map(([term, fact]) =>
					fact === null ? null : (
						<div key={term} className="grid grid-cols-[minmax(0,1fr)] sm:contents print:contents">
							<dt className="text-ink-2">{term}</dt>
							<dd className="wrap-anywhere font-medium tabular-nums">{fact}</dd>
						</div>
					),
				)}
			</dl>
			<p className="mt-8 border-line border-t pt-3 text-ink-2 text-xs">
				{t("printed", { time: formatExact(at, place) })}
			</p>
		</article>
	);
}
