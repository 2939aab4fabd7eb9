"use client";
import { useTranslations } from "next-intl";
import type { Words } from "#components/payments/list/text-form.tsx";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const TextForm = loadOnDemand(
	() => import("#components/payments/list/text-form.tsx"),
	AllTexts,
	<Skeleton className="h-32 w-full" />,
);

interface TextFilterProps extends Words {
	/** True for deposits, whose purpose is called a note. */
	isNote?: boolean;
	onChange: (change: Words) => void;
}

export function TextFilter({ isNote = false, name, purpose, onChange }: TextFilterProps) {
	const t = useTranslations("payments");
	const shown = [name, purpose].filter(Boolean).join(" · ");
	const clear = { label: t("clearText"), onClear: () => onChange({ name: undefined, purpose: undefined }) };
	return (
		<FilterMenu label={isNote ? t("nameOrNote") : t("nameOrPurpose")} {...(shown ? { value: shown, clear } : {})}>
			{(close) => (
				<TextForm
					key={shown}
					{...{ isNote, name, purpose }}
					onChange={(change) => {
						close();
						onChange(change);
					}}
				/>
			)}
		</FilterMenu>
	);
}
