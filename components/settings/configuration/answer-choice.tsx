"use client";
/** The three words that an admin may have for a held payout. */
import { useTranslations } from "next-intl";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { WITNESS_ANSWERS, type WitnessAnswer } from "#lib/wallet-answers.ts";

export function AnswerChoice({
	label,
	value,
	onChange,
}: {
	label: string;
	value: WitnessAnswer | undefined;
	onChange: (answer: WitnessAnswer) => void;
}) {
	const t = useTranslations("settings.witness");
	return (
		<Segmented<WitnessAnswer | "">
			label={label}
			value={value ?? ""}
			options={WITNESS_ANSWERS.map((answer) => ({ value: answer, label: t(answer) }))}
			onChange={(answer) => (answer === "" ? undefined : onChange(answer))}
		/>
	);
}
