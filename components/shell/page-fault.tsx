"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { MessagePage } from "#components/ui/message-page.tsx";

/** A page that threw. What went wrong is in the log, never on the screen. */
export function PageFault({ onRetry }: { onRetry: () => void }) {
	const t = useTranslations();
	return (
		<MessagePage title={t("errors.pageTitle")} words={t("errors.pageWhy")}>
			<Button variant="primary" onClick={onRetry}>
				{t("common.retry")}
			</Button>
			<LinkButton href="/">{t("errors.toHome")}</LinkButton>
		</MessagePage>
	);
}
