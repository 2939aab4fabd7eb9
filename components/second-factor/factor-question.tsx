"use client";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { FactorForm } from "#components/second-factor/factor-form.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FactorQuestion as Question, StepUpAnswer } from "#lib/contracts/second-factor.ts";

interface FactorQuestionProps<Asked extends Question> {
	/** Asks anew, also when a question has become stale. Must be the same from draw to draw. */
	ask: () => Promise<Asked>;
	onAnswer: (answer: StepUpAnswer, question: Asked) => Promise<void>;
	/** Above the form, of what was asked. */
	about?: (question: Asked) => ReactNode;
	/** In place of the form for who has nothing to prove it by. */
	nothing?: ReactNode;
	/** Beside a question that could not be asked. */
	again?: ReactNode;
}

/** Asks the desk how this member proves that it is them, and lets them. */
export function FactorQuestion<Asked extends Question>({
	ask,
	onAnswer,
	about,
	nothing,
	again,
}: FactorQuestionProps<Asked>) {
	const errorText = useFactorErrorText();
	const [question, setQuestion] = useState<Asked | null>(null);
	const [error, setError] = useState<unknown>(null);
	const begin = useCallback(() => void ask().then(setQuestion, setError), [ask]);
	useEffect(begin, [begin]);
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
						<FactorForm question={question} onStale={begin} onAnswer={(answer) => onAnswer(answer, question)} />
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
