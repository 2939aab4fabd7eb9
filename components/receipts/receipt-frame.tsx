import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PrintButton } from "#components/receipts/print-button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

interface ReceiptFrameProps {
	kind: PaymentKind;
	/** The payment's page. */
	back: string;
	/** The receipt's language. */
	locale: Locale;
	children: ReactNode;
}

/** The controls above a receipt, which are not printed. */
export async function ReceiptFrame({ kind, back, locale, children }: ReceiptFrameProps) {
	const t = await getTranslations("receipt");
	const other = locale === "fr" ? "en" : "fr";
	return (
		<main id="content" className="mx-auto w-full max-w-[46rem] px-4 py-6 sm:py-10 print:max-w-none print:p-0">
			<div className="mb-5 flex flex-wrap gap-2 print:hidden">
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
