"use client";
import { useTranslations } from "next-intl";
import { draftFaults, isAnswerLost } from "#components/payments/request-faults.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";

/** The reason of a failed request that no field explains. Typed text stays. */
export function FormProblem({ error, listHref }: { error: unknown; listHref?: string }) {
	const t = useTranslations("payments.form");
	const errorText = useErrorText();
	if (!error || draftFaults(error).length > 0) return null;
	if (!(error instanceof ApiError)) return <Problem text={t("loadFault")} />;
	if (isAnswerLost(error)) return <Problem text={t("lost")} />;
	if (error.code === "unauthenticated") return <Problem text={t("ended")} href="/sign-in" action={t("signIn")} />;
	if (error.code === "idempotency_key_reused")
		return <Problem text={t("reused")} href={listHref} action={t("seeList")} />;
	return <Problem text={errorText(error)} />;
}

function Problem({ text, href, action }: { text: string; href?: string; action?: string }) {
	return (
		<Notice tone="danger" urgent action={href ? <LinkButton href={href}>{action}</LinkButton> : null}>
			{text}
		</Notice>
	);
}
