"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";

export default function OwnDays({ view, onDone }: { view: MovementView; onDone: () => void }) {
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
