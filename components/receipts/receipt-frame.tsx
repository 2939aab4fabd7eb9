import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PrintButton, ShareButton } from "#components/receipts/share-button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface ReceiptFrameProps {
	kind: PaymentKind;
	id: string;
	/** The payment's page. */
	back: string;
	/** The receipt's language. */
	locale: Locale;
	children: ReactNode;
}

/** The controls above a receipt, which are not printed. */
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
