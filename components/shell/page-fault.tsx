"use client";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { MessagePage } from "#components/ui/message-page.tsx";

/** A page that threw. What went wrong is in the log, never on the screen. Travels with every page: nothing but plain parts. */
export function PageFault({ onRetry }: { onRetry: () => void }) {
	const t = useTranslations();
	return (
		<MessagePage title={t("errors.pageTitle")} words={t("errors.pageWhy")}>
			<button type="button" onClick={onRetry} className={buttonClass("primary")}>
				{t("common.retry")}
			</button>
			{/* Loads the desk anew: what threw may be in the router's memory. */}
			<a href="/" className={buttonClass()}>
				{t("errors.toHome")}
			</a>
		</MessagePage>
	);
}
