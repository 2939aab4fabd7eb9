"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { type RecipientView, recipientsPath } from "#components/recipients/recipient-query.ts";
import { Button } from "#components/ui/button.tsx";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { RecipientList } from "#lib/contracts/recipient.ts";
import { typedText } from "#lib/text/typed-text.ts";

const VIEWS = ["doubles", "archived", "blocked"] as const;

export function RecipientFilters({ view, groups }: { view: RecipientView; groups: RecipientList["groups"] }) {
	const t = useTranslations("recipients");
	const change = (next: RecipientView) => showView(recipientsPath(view, next));
	const isBook = view.view !== "blocked";
	return (
		<search className="mb-4 flex flex-wrap items-center gap-2 max-sm:[&>span]:grow max-sm:[&>span]:basis-2/5">
			<ChipSelect
				label={t("viewFilter")}
				value={view.view ?? ""}
				onChange={(next) => showView(recipientsPath({}, { view: (next || undefined) as RecipientView["view"] }))}
			>
				<option value="">{t("views.book")}</option>
				{VIEWS.map((name) => (
					<option key={name} value={name}>
						{t(`views.${name}`)}
					</option>
				))}
			</ChipSelect>
			{isBook && groups.length > 0 ? (
				<ChipSelect
					label={t("groupFilter")}
					value={view.group ?? ""}
					onChange={(group) => change({ group: group || undefined })}
				>
					<option value="">{t("allGroups")}</option>
					{groups.map(({ name, count }) => (
						<option key={name} value={name}>{`${name} (${count})`}</option>
					))}
				</ChipSelect>
			) : null}
			{isBook ? <SearchBox key={view.q ?? ""} q={view.q} onChange={(q) => change({ q })} /> : null}
			{isFiltered(view) ? (
				<Button variant="ghost" className="h-chip!" onClick={() => showView("/recipients")}>
					{t("clearFilters")}
				</Button>
			) : null}
		</search>
	);
}

function SearchBox({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
	const t = useTranslations("recipients");
	const [text, setText] = useState(q ?? "");
	function submit(event: FormEvent) {
		event.preventDefault();
		const wanted = typedText(text);
		if (wanted !== (q ?? "")) onChange(wanted || undefined);
	}
	return (
		<form onSubmit={submit} className="min-w-0 flex-1 basis-52 sm:max-w-80">
			<TextInput
				type="search"
				aria-label={t("search")}
				placeholder={t("search")}
				title={t("search")}
				value={text}
				maxLength={80}
				enterKeyHint="search"
				onChange={(event) => setText(event.target.value)}
				leading={<Icon name="search" className="size-4" />}
				className="h-chip! border-line-strong! px-2.5! [&>input]:text-[0.8125rem]!"
			/>
		</form>
	);
}
