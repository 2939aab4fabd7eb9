import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PrintButton, ShareButton } from "#components/receipts/share-button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { ReceiptContent } from "#lib/receipts/receipt-content.ts";

interface ReceiptProps {
	receipt: ReceiptContent & { code: string };
	/** Time at which the server rendered the page, in the receipt's language; the footer shows it as the time of printing. */
	printedAt: string;
	/** The address of the public page that tells whether the desk issued this receipt. */
	verifyAt: string;
}

/** A page for the other party to a payment. While the outcome is not final, the page says so. */
export async function Receipt({ receipt, printedAt, verifyAt }: ReceiptProps) {
	const { locale, business, title, sandbox, amount, words, notice, facts, zone, code } = receipt;
	const t = await getTranslations({ locale, namespace: "receipt" });
	const papers = await getTranslations({ locale, namespace: "papers" });
	const bar = notice?.tone === "danger" ? "border-danger font-medium" : "border-warning";
	return (
		<article
			lang={locale}
			className="rounded-lg border border-line bg-surface px-6 py-8 max-[22rem]:px-3 sm:px-10 print:border-0 print:bg-transparent print:p-0"
		>
			<header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line-strong border-b pb-4">
				<p className="wrap-anywhere font-semibold text-lg">{business}</p>
				<h1 className="text-ink-2 text-md">{title}</h1>
			</header>
			{sandbox ? <p className="mt-4 font-medium text-sm text-warning">{sandbox}</p> : null}
			<p className="num wrap-anywhere mt-6 font-semibold text-3xl tracking-[-0.02em] max-[22rem]:text-xl">{amount}</p>
			<p className="mt-1 text-pretty text-ink-2">{words}</p>
			{notice ? <p className={`mt-5 border-l-[3px] pl-3 ${bar}`}>{notice.text}</p> : null}
			<dl className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]">
				{facts.map(([term, fact]) => (
					<div key={term} className="grid grid-cols-[minmax(0,1fr)] sm:contents print:contents">
						<dt className="text-ink-2">{term}</dt>
						<dd className="wrap-anywhere font-medium tabular-nums">{fact}</dd>
					</div>
				))}
			</dl>
			<footer className="mt-8 grid gap-1 border-line border-t pt-3 text-ink-2 text-xs">
				<p>
					{t("printed", { time: printedAt })} {zone}
				</p>
				<p>
					{papers("code")} <strong className="font-semibold text-ink tabular-nums">{code}</strong>
				</p>
				<p className="wrap-anywhere">{papers("check", { business, address: verifyAt })}</p>
			</footer>
		</article>
	);
}

interface ReceiptFrameProps {
	kind: PaymentKind;
	id: string;
	back: string;
	/** The receipt's language. */
	locale: Locale;
	children: ReactNode;
}

export async function ReceiptFrame({ kind, id, back, locale, children }: ReceiptFrameProps) {
	const t = await getTranslations("receipt");
	const other = locale === "fr" ? "en" : "fr";
	const pdf = `/api/${kind}s/${encodeURIComponent(id)}/receipt?format=pdf&locale=${locale}`;
	return (
		<main id="content" className="mx-auto w-full max-w-[46rem] px-4 py-6 sm:py-10 print:max-w-none print:p-0">
			<div className="mb-5 flex flex-wrap gap-2 print:hidden">
				<a href={pdf} download className={buttonClass("primary")}>
					<Icon name="download" />
					{t("download")}
				</a>
				<ShareButton href={pdf} fileName={`receipt-${id}.pdf`} label={t("share")} failed={t("shareFailed")} />
				<PrintButton label={t("print")} />
				<LinkButton href={`?locale=${other}`}>{t(`in.${other}`)}</LinkButton>
				<LinkButton href={back} variant="ghost">
					{t(`back.${kind}`)}
				</LinkButton>
			</div>
			{children}
		</main>
	);
}
