"use client";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { FactorForm } from "#components/second-factor/factor-form.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FactorQuestion, StepUpAnswer } from "#lib/contracts/second-factor.ts";

interface FactorChallengeProps<Asked extends FactorQuestion> {
	/** Requests a challenge, again when one has expired. Must be the same function at each render. */
	ask: () => Promise<Asked>;
	onAnswer: (answer: StepUpAnswer, question: Asked) => Promise<void>;
	/** The text of the button; "Confirm" without it. */
	act?: string | undefined;
	about?: (question: Asked) => ReactNode;
	nothing?: ReactNode;
	again?: ReactNode;
}

export function FactorChallenge<Asked extends FactorQuestion>({
	ask,
	onAnswer,
	act,
	about,
	nothing,
	again,
}: FactorChallengeProps<Asked>) {
	const errorText = useFactorErrorText();
	const [question, setQuestion] = useState<Asked | null>(null);
	const [error, setError] = useState<unknown>(null);
	const begin = useCallback(() => {
		const show = (asked: Asked) => {
			setQuestion(asked);
			setError(null);
		};
		return ask().then(show, setError);
	}, [ask]);
	useEffect(() => void begin(), [begin]);
	return (
		<>
			{error ? (
				<Notice tone="danger" urgent action={again}>
					{errorText(error)}
				</Notice>
			) : null}
			{question ? (
				<>
					{about?.(question)}
					{nothing && question.methods.length === 0 ? (
						nothing
					) : (
						<FactorForm
							question={question}
							act={act}
							onStale={begin}
							onAnswer={(answer) => onAnswer(answer, question)}
						/>
					)}
				</>
			) : error ? null : (
				<div aria-busy="true" className="grid gap-3">
					<Skeleton className="h-[38px]" />
					<Skeleton className="h-10" />
				</div>
			)}
		</>
	);
}
