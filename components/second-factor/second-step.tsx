"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FactorQuestion } from "#components/second-factor/factor-question.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import type { FactorAnswer } from "#lib/contracts/second-factor.ts";
import { signOut } from "#lib/queries/members.ts";
import { askSecondStep, passSecondStep } from "#lib/queries/second-factor.ts";

/** `next`: a path of this site, to open after the second factor. */
export function SecondStep({ next }: { next: string }) {
	const t = useTranslations("secondFactor");
	return (
		<Card className="grid gap-4">
			<FactorQuestion
				ask={askSecondStep}
				again={<Button onClick={() => location.reload()}>{t("again")}</Button>}
				onAnswer={async (answer) => {
					await passSecondStep(answer as FactorAnswer);
					// Loads a whole new page, so that the server draws the frame for the member.
					location.assign(next);
				}}
			/>
			<p className="text-ink-2 text-xs">{t("lost")}</p>
		</Card>
	);
}

export function LeaveButton() {
	const t = useTranslations("secondFactor");
	const [busy, setBusy] = useState(false);
	const leave = async () => {
		setBusy(true);
		const answer = await signOut().catch(() => undefined);
		location.assign(answer?.leaveTo ?? "/sign-in");
	};
	return (
		<Button variant="ghost" busy={busy} className="justify-self-center" onClick={() => void leave()}>
			{t("leave")}
		</Button>
	);
}
