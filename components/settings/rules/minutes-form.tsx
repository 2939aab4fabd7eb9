"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useRef } from "react";
import { useSaveRules } from "#components/settings/use-save-rules.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";

type MinutesField = "payoutMinutes" | "depositMinutes" | "restMinutes" | "failurePercent";

interface MinutesFormProps<Name extends MinutesField> {
	texts: { title: string; hint: string; saved: string };
	/** `unit`: the text after the figure; "minutes" by default. */
	fields: readonly { name: Name; minutes: number; hint: string; fault: (code: string) => string; unit?: string }[];
	/** Receives 0 for an empty field and −1 for text that is no number, which the server refuses. */
	save: (minutes: Record<Name, number>, form: FormData) => Promise<object>;
	children?: ReactNode;
}

/** Edits a rule of whole numbers, mostly minutes. `children` are further controls of this rule. */
export function MinutesForm<Name extends MinutesField>({
	texts,
	fields,
	save: saveMinutes,
	children,
}: MinutesFormProps<Name>) {
	const t = useTranslations("settings.rules");
	const form = useRef<HTMLFormElement>(null);
	const save = useSaveRules(
		(data: FormData) => {
			const minutes = fields.map(({ name }) => [name, minutesOf(data.get(name))]);
			return saveMinutes(Object.fromEntries(minutes) as Record<Name, number>, data);
		},
		{ saved: texts.saved, reset: () => form.current?.reset(), fields: fields.map(({ name }) => name) },
	);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!save.isPending) save.mutate(new FormData(event.currentTarget));
	}
	return (
		<TitledCard title={texts.title} hint={texts.hint}>
			<form
				ref={form}
				onSubmit={submit}
				onInput={save.onInput}
				noValidate
				className={`grid items-start gap-x-8 gap-y-4 ${fields.length > 1 ? "md:grid-cols-2" : ""}`}
			>
				{fields.map(({ name, minutes, hint, fault, unit = t("minutes") }) => (
					<Field
						key={name}
						label={t(name as MinutesField)}
						hint={hint}
						error={save.faults[name] ? fault(save.faults[name]) : null}
					>
						<TextInput
							name={name}
							inputMode="numeric"
							autoComplete="off"
							maxLength={6}
							defaultValue={String(minutes)}
							trailing={unit}
						/>
					</Field>
				))}
				{children}
				<FormEnd fault={save.fault} action={t("save")} label={`${t("save")}, ${texts.title}`} busy={save.isPending} />
			</form>
		</TitledCard>
	);
}

function minutesOf(typed: FormDataEntryValue | null): number {
	const text = String(typed || "0");
	return /^\d{1,6}$/.test(text) ? Number(text) : -1;
}
