"use client";
import { useTranslations } from "next-intl";
import { FactorQuestion } from "#components/second-factor/factor-question.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import type { FactorAnswer } from "#lib/contracts/second-factor.ts";
import { askSecondStep, passSecondStep } from "#lib/queries/second-factor.ts";

/** After the password: by what the member has. `next`: a path of ours. */
export function SecondStep({ next }: { next: string }) {
	const t = useTranslations("secondFactor");
	return (
		<Card className="grid gap-4">
			<FactorQuestion
				ask={askSecondStep}
				again={<Button onClick={() => location.reload()}>{t("again")}</Button>}
				onAnswer={async (answer) => {
					await passSecondStep(answer as FactorAnswer);
					// A whole new page: the frame is drawn for the member.
					location.assign(next);
				}}
			/>
			<p className="text-ink-2 text-xs">{t("lost")}</p>
		</Card>
	);
}
