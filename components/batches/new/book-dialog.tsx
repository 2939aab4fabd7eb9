"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type BookAmounts, bookRows } from "#components/batches/new/book-rows.ts";
import { useMarks } from "#components/payments/use-marks.ts";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";
import { readAllRecipients, recipientQueries } from "#lib/queries/recipients.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** The largest number of recipients that the server returns in one response. */
const PAGE = 200;
const isPayable = ({ blocked }: Recipient) => blocked === null;
const AMOUNTS: readonly BookAmounts["kind"][] = ["empty", "same", "last"];

interface BookDialogProps {
	currency: string;
	/** True if the batch already has rows: the chosen recipients take their place. */
	replaces: boolean;
	/** The cells of the chosen recipients, in the order of `ROW_FIELDS`. */
	onPick: (rows: string[][]) => void;
	onClose: () => void;
}

export default function BookDialog({ currency, replaces, onPick, onClose }: BookDialogProps) {
	const t = useTranslations("batches.book");
	const shared = useTranslations("batches");
	const [q, setQ] = useState("");
	const [group, setGroup] = useState("");
	const picked = useMarks<Recipient>();
	const [kind, setKind] = useState<BookAmounts["kind"]>("empty");
	const [amount, setAmount] = useState("");
	const shown = { ...(typedText(q) ? { q: typedText(q) } : {}), ...(group ? { group } : {}), limit: PAGE };
	const list = useQuery(recipientQueries.list(shown));
	const all = useMutation({
		mutationFn: () => readAllRecipients(shown, MOST_ROWS),
		onSuccess: (recipients) => picked.mark(recipients.filter(isPayable), true),
	});
	const { items = [], total = 0, groups = [] } = list.data ?? {};
	const tooMany = picked.items.length > MOST_ROWS ? shared("tooMany", { count: MOST_ROWS }) : null;
	return (
		<FormDialog
			title={t("title")}
			action={t(replaces ? "replace" : "add", { count: picked.items.length })}
			disabled={picked.items.length === 0 || tooMany !== null || (kind === "same" && amount === "")}
			mutation={all}
			fault={tooMany}
			onSubmit={() => onPick(bookRows(picked.items, { kind, amount, currency }))}
			onClose={onClose}
		>
			<div className="grid gap-2 sm:grid-cols-2">
				<TextInput
					type="search"
					aria-label={t("search")}
					placeholder={t("search")}
					value={q}
					maxLength={80}
					autoComplete="off"
					onChange={(event) => setQ(event.target.value)}
					// The list follows the typing: Enter, with which other searches begin, would end the choice.
					onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
				/>
				{groups.length > 0 ? (
					<Select aria-label={t("group")} value={group} onChange={(event) => setGroup(event.target.value)}>
						<option value="">{t("allGroups")}</option>
						<Options of={groups.map(({ name, count }) => [name, `${name} (${count})`])} />
					</Select>
				) : null}
			</div>
			<div className="flex flex-wrap items-center justify-between gap-2 text-sm">
				<span aria-live="polite" className="text-ink-2">
					{t("picked", { count: picked.items.length })}
				</span>
				<span className="flex gap-2">
					<Button variant="ghost" size="sm" busy={all.isPending} disabled={total === 0} onClick={() => all.mutate()}>
						{t("pickAll", { count: total })}
					</Button>
					<Button variant="ghost" size="sm" disabled={picked.items.length === 0} onClick={picked.clear}>
						{t("pickNone")}
					</Button>
				</span>
			</div>
			<ReadFault query={list} />
			<ul
				aria-label={t("title")}
				className="h-[30dvh] sm:h-[38dvh] divide-y divide-line overflow-y-auto rounded-md border border-line px-3 text-sm"
			>
				{items.map((recipient) => (
					<BookRow
						key={recipient.id}
						recipient={recipient}
						isPicked={picked.has(recipient)}
						onMark={(isMarked) => picked.mark([recipient], isMarked)}
					/>
				))}
				{total > items.length ? (
					<li className="py-2.5 text-ink-2 text-xs">{t("more", { count: total - items.length })}</li>
				) : null}
				{list.data && total === 0 ? <li className="py-2.5 text-ink-2">{t("none")}</li> : null}
			</ul>
			<Segmented
				label={t("amounts")}
				labelled
				value={kind}
				options={AMOUNTS.map((value) => ({ value, label: t(`amountsOf.${value}`) }))}
				onChange={setKind}
			/>
			{kind === "same" ? (
				<Field label={t("amountOfEach")}>
					<AmountInput currency={currency} value={amount} onValueChange={setAmount} />
				</Field>
			) : null}
		</FormDialog>
	);
}

interface BookRowProps {
	recipient: Recipient;
	isPicked: boolean;
	onMark: (isMarked: boolean) => void;
}

function BookRow({ recipient, isPicked, onMark }: BookRowProps) {
	const t = useTranslations("batches.book");
	const { name, number, operatorName, purpose, blocked } = recipient;
	return (
		<li className="py-2">
			<Checkbox
				label={
					<>
						<span className="block font-[530]">{name}</span>
						<span className="num block whitespace-normal! text-ink-2 text-xs">
							{[formatPhone(number), operatorName, purpose, blocked === null ? null : t("blocked")]
								.filter(Boolean)
								.join(" · ")}
						</span>
					</>
				}
				checked={isPicked}
				disabled={blocked !== null}
				onChange={(event) => onMark(event.target.checked)}
			/>
		</li>
	);
}
