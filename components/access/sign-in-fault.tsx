import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import type { ApiErrorCode } from "#lib/api.ts";

export function SignInFault({ fault, secondsLeft }: { fault: ApiErrorCode; secondsLeft: number }) {
	const t = useTranslations();
	if (fault === "too_many_attempts") {
		const minutes = Math.ceil(secondsLeft / 60);
		const shown =
			secondsLeft > 90
				? t("auth.waitLong", { minutes })
				: secondsLeft > 0
					? t("auth.wait", { seconds: secondsLeft })
					: t("auth.waitOver");
		return (
			<Notice tone="warning" urgent>
				{/* The alert says the wait once, and its end: each second read out would cut what is typed. */}
				{secondsLeft > 0 ? <span className="sr-only">{t("auth.waitLong", { minutes })}</span> : null}
				<span aria-hidden={secondsLeft > 0} className="tabular-nums">
					{shown}
				</span>
			</Notice>
		);
	}
	return (
		<Notice tone="danger" urgent>
			{fault === "wrong_credentials" ? t("auth.wrong") : t("auth.failed", { fault: t(`errors.${fault}`) })}
		</Notice>
	);
}
