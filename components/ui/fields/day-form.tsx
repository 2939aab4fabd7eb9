"use client";
import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { dayOf } from "#lib/dates.ts";
import { choosePeriod, chosenPeriod, PERIODS, type Period, periodDays, periodOf } from "#lib/movements/periods.ts";

export interface Days {
	from?: string | undefined;
	to?: string | undefined;
}

interface DayFormProps extends Days {
	usual?: Period | undefined;
	onChange: (days: Days) => void;
}

export default function DayForm({ from, to, usual, onChange }: DayFormProps) {
	const t = useTranslations("common");
	const [days, setDays] = useState<Days>({ from, to });
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const chosen = periodOf(from, to, today, chosenPeriod(), usual);
	const isBackwards = Boolean(days.from && days.to && days.from > days.to);
	function submit(event: FormEvent) {
		event.preventDefault();
		if (isBackwards) return;
		const typed = { from: days.from || undefined, to: days.to || undefined };
		choosePeriod(typed);
		onChange(typed);
	}
	return (
		<form onSubmit={submit} className="grid gap-3">
			<div className="-mx-1.5 -mt-1.5 grid border-line border-b pb-2">
				{PERIODS.map((period) => (
					<button
						key={period}
						type="button"
						aria-pressed={period === chosen}
						onClick={() => {
							choosePeriod(period);
							onChange(periodDays(period, today));
						}}
						className={cx(
							"rounded-[6px] px-2 py-1.5 text-left text-sm hover:bg-neutral-soft",
							period === chosen && "font-semibold text-accent",
						)}
					>
						{t(`period.${period}`)}
					</button>
				))}
			</div>
			<Field label={t("fromDay")}>
				<TextInput
					type="date"
					value={days.from ?? ""}
					onChange={(event) => setDays({ ...days, from: event.target.value })}
				/>
			</Field>
			<Field label={t("toDay")} error={isBackwards ? t("dateFault") : null}>
				<TextInput
					type="date"
					value={days.to ?? ""}
					onChange={(event) => setDays({ ...days, to: event.target.value })}
				/>
			</Field>
			<Button type="submit" variant="primary">
				{t("apply")}
			</Button>
		</form>
	);
}
