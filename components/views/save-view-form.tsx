"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import { type Layout, LONGEST_VIEW_NAME, type SavedView } from "#lib/contracts/view.ts";
import type { ListName } from "#lib/lists/list-columns.ts";
import { savedPeriod } from "#lib/lists/saved-query.ts";
import { saveView, viewQueries } from "#lib/queries/views.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface SaveViewFormProps {
	list: ListName;
	/** The layout and query that the list shows now. */
	here: Layout & { query: string };
	own: readonly SavedView[];
}

/** Saves the current view. A name that the member already uses replaces that view. */
export function SaveViewForm({ list, here, own }: SaveViewFormProps) {
	const [t, common] = [useTranslations("views"), useTranslations("common")];
	const period = savedPeriod(here.query);
	const errorText = useErrorText();
	const client = useQueryClient();
	const [isOpen, setOpen] = useState(false);
	const [name, setName] = useState("");
	const [chosen, setShared] = useState<boolean | null>(null);
	const known = own.find((view) => view.name.toLowerCase() === typedText(name).toLowerCase());
	// A view that is replaced stays visible to everyone until its owner decides otherwise.
	const shared = chosen ?? known?.shared ?? false;
	const save = useMutation({
		mutationFn: () => saveView({ ...here, list, name, shared }),
		async onSuccess() {
			await client.invalidateQueries({ queryKey: viewQueries.of(list).queryKey });
			toast(t("saved", { name: typedText(name) }));
			setOpen(false);
			setName("");
			setShared(null);
		},
	});
	if (!isOpen) return <Button onClick={() => setOpen(true)}>{t("save")}</Button>;
	const isFull = save.error instanceof ApiError && save.error.fields.name === "too_many_views";
	const fault = save.error ? (isFull ? t("full") : errorText(save.error)) : null;
	function submit(event: FormEvent) {
		event.preventDefault();
		if (typedText(name) && !save.isPending) save.mutate();
	}
	return (
		<form onSubmit={submit} noValidate className="grid gap-2.5">
			<Field label={t("name")} error={fault}>
				<TextInput
					autoFocus
					autoComplete="off"
					maxLength={LONGEST_VIEW_NAME}
					value={name}
					onChange={(event) => setName(event.target.value)}
				/>
			</Field>
			{period ? (
				<p className="text-ink-2 text-xs">{t("moves", { period: common(`period.${period}`) })}</p>
			) : /\b(from|to)=/.test(here.query) ? (
				<p className="text-ink-2 text-xs">{t("stays")}</p>
			) : null}
			<Checkbox label={t("share")} checked={shared} onChange={(event) => setShared(event.target.checked)} />
			<Button type="submit" variant="primary" disabled={!typedText(name)} busy={save.isPending}>
				{t(known ? "replace" : "save")}
			</Button>
		</form>
	);
}
