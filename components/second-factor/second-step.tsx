"use client";
import { useTranslations } from "next-intl";
import { FactorChallenge } from "#components/second-factor/factor-challenge.tsx";
import { redirectToSignIn } from "#components/shell/redirect-to-sign-in.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { ApiError } from "#lib/api.ts";
import type { FactorAnswer } from "#lib/contracts/second-factor.ts";
import { askSecondStep, passSecondStep } from "#lib/queries/second-factor.ts";

/** `next`: a path of this site, to open after the second factor. */
export function SecondStep({ next }: { next: string }) {
	const t = useTranslations("secondFactor");
	return (
		<Card className="grid gap-4">
			<FactorChallenge
				ask={askSecondStep}
				again={<Button onClick={() => location.reload()}>{t("again")}</Button>}
				onAnswer={async (answer) => {
					await passSecondStep(answer as FactorAnswer).catch((error: unknown) => {
						if (error instanceof ApiError && error.code === "unauthenticated") redirectToSignIn();
						throw error;
					});
					// Forces a full page load, so that the server renders the frame for the member.
					location.assign(next);
				}}
			/>
			<p className="text-ink-2 text-xs">{t("lost")}</p>
		</Card>
	);
}
