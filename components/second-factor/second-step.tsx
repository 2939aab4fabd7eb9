"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { FactorForm } from "#components/second-factor/factor-form.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FactorAnswer, FactorQuestion } from "#lib/contracts/second-factor.ts";
import { askSecondStep, passSecondStep } from "#lib/queries/second-factor.ts";

/** After the password: by what the member has. `next`: a path of ours. */
export function SecondStep({ next }: { next: string }) {
	const t = useTranslations("secondFactor");
	const errorText = useFactorErrorText();
	const [question, setQuestion] = useState<FactorQuestion | null>(null);
	const [error, setError] = useState<unknown>(null);
	const ask = useCallback(() => void askSecondStep().then(setQuestion, setError), []);
	useEffect(ask, [ask]);
	return (
		<Card className="grid gap-4">
			{error ? (
				<Notice tone="danger" urgent action={<Button onClick={() => location.reload()}>{t("again")}</Button>}>
					{errorText(error)}
				</Notice>
			) : null}
			{question ? (
				<FactorForm
					question={question}
					onStale={ask}
					onAnswer={async (answer) => {
						await passSecondStep(answer as FactorAnswer);
						// A whole new page: the frame is drawn for the member.
						location.assign(next);
					}}
				/>
			) : (
				<div aria-busy="true" className="grid gap-3">
					<Skeleton className="h-[38px]" />
					<Skeleton className="h-10" />
				</div>
			)}
			<p className="text-ink-2 text-xs">{t("lost")}</p>
		</Card>
	);
}
