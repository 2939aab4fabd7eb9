"use client";
import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { dayOf } from "#lib/dates.ts";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
import { PERIODS, periodDays, periodOf } from "#lib/movements/periods.ts";

export default function PeriodChoices({ view, onDone }: { view: MovementView; onDone: () => void }) {
	const common = useTranslations("common");
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const { from, to } = view.query;
	const period = periodOf(from, to, today);
	return (
		<div className="grid gap-3">
			<ul className="-mx-1.5 -mt-1.5 border-line border-b pb-2">
				{PERIODS.map((name) => (
					<li key={name}>
						<ViewLink
							href={movementViewPath(view, periodDays(name, today))}
							onClick={onDone}
							aria-current={name === period ? "true" : undefined}
							className={cx(
								"block rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
								name === period && "font-semibold text-accent",
							)}
						>
							{common(`period.${name}`)}
						</ViewLink>
					</li>
				))}
			</ul>
			<OwnDays key={`${from} ${to}`} view={view} onDone={onDone} />
		</div>
	);
}

function OwnDays({ view, onDone }: { view: MovementView; onDone: () => void }) {
	const t = useTranslations("movements");
	const common = useTranslations("common");
	const [days, setDays] = useState({ from: view.query.from ?? "", to: view.query.to ?? "" });
	const backwards = days.from !== "" && days.to !== "" && days.from > days.to;
	const apply = (event: FormEvent) => {
		event.preventDefault();
		if (backwards) return;
		onDone();
		showView(movementViewPath(view, { from: days.from || undefined, to: days.to || undefined }));
	};
	return (
		<form onSubmit={apply} className="grid gap-3">
			<div className="grid sm:grid-cols-2 gap-2">
				<Field label={t("from")}>
					<TextInput
						type="date"
						className="px-2!"
						value={days.from}
						onChange={(event) => setDays({ ...days, from: event.target.value })}
					/>
				</Field>
				<Field label={t("to")}>
					<TextInput
						type="date"
						className="px-2!"
						value={days.to}
						onChange={(event) => setDays({ ...days, to: event.target.value })}
					/>
				</Field>
			</div>
			{backwards ? (
				<p role="alert" className="text-danger text-xs">
					{t("dateFault")}
				</p>
			) : null}
			<Button type="submit" variant="primary">
				{common("apply")}
			</Button>
		</form>
	);
}
