"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { BlockDialog } from "#components/recipients/block-dialog.tsx";
import { RecipientFilters } from "#components/recipients/recipient-filters.tsx";
import type { RecipientView } from "#components/recipients/recipient-query.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { BlockedNumber } from "#lib/contracts/recipient.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { formatPhone } from "#lib/phone.ts";
import { recipientQueries, unblockNumber } from "#lib/queries/recipients.ts";
import { may, type Role } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface BlockedNumbersProps {
	view: RecipientView;
	homeCountry: string;
	role: Role;
}

export function BlockedNumbers({ view, homeCountry, role }: BlockedNumbersProps) {
	const t = useTranslations("recipients");
	const query = useQuery(recipientQueries.blocked());
	return (
		<>
			<RecipientFilters view={view} groups={[]} />
			<p className="mb-4 max-w-[68ch] text-ink-2 text-sm">{t("blockedLead")}</p>
			{may(role, "recipient.block") ? <BlockForm homeCountry={homeCountry} /> : null}
			<ReadFault query={query} />
			{query.data?.items.length === 0 ? <EmptyState title={t("noneBlocked")}>{t("noneBlockedWhy")}</EmptyState> : null}
			{query.data && query.data.items.length > 0 ? (
				<BlockedTable items={query.data.items} mayUnblock={may(role, "settings.manage")} />
			) : null}
		</>
	);
}

function BlockForm({ homeCountry }: { homeCountry: string }) {
	const t = useTranslations("recipients");
	const [text, setText] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const [number, setNumber] = useState<string | null>(null);
	function submit(event: FormEvent) {
		event.preventDefault();
		if (typedText(text) === "") return setFault(t("faults.required"));
		const phone = parsePhone(text, homeCountry);
		if ("fault" in phone) return setFault(t(`faults.${phone.fault}`));
		setFault(null);
		setNumber(phone.e164);
	}
	return (
		<>
			<form onSubmit={submit} noValidate className="mb-6 flex max-w-[30rem] items-start gap-2">
				<Field label={t("column.number")} error={fault} className="min-w-0 flex-1">
					<TextInput
						type="tel"
						inputMode="tel"
						autoComplete="off"
						maxLength={40}
						value={text}
						onChange={(event) => setText(event.target.value)}
					/>
				</Field>
				<ReadyButton type="submit" variant="danger" className="mt-6 h-[38px]">
					{t("block")}
				</ReadyButton>
			</form>
			{number === null ? null : <BlockDialog number={number} onClose={() => setNumber(null)} />}
		</>
	);
}

interface BlockedTableProps {
	items: readonly BlockedNumber[];
	mayUnblock: boolean;
}

function BlockedTable({ items, mayUnblock }: BlockedTableProps) {
	const t = useTranslations("recipients");
	const errorText = useErrorText();
	const toastChanged = useChangedToast();
	const unblock = useRefetchingMutation({
		mutationFn: unblockNumber,
		onSuccess: (answer) => void toastChanged(answer, t("unblocked")),
		onError: (error) => toast(errorText(error), "danger"),
	});
	return (
		<Table data-wide caption={t("views.blocked")} className="max-sm:table-fixed">
			<Heads
				of={[
					[t("column.number"), { className: "sm:w-60" }],
					[t("reason"), { wide: true }],
					[t("blockedBy"), { wide: true, className: "w-52" }],
					mayUnblock && [t("unblock"), { className: "w-32", isHidden: true }],
				]}
			/>
			<tbody>
				{items.map(({ number, name, reason, by, at }) => (
					<tr key={number}>
						<BodyCell className="whitespace-normal">
							{name ? <span className="block font-[520]">{name}</span> : null}
							<span className="num">{formatPhone(number)}</span>
							<span className="block text-ink-2 text-xs sm:hidden">{reason}</span>
						</BodyCell>
						<BodyCell wide className="whitespace-normal">
							{reason}
						</BodyCell>
						<BodyCell wide className="text-ink-2">
							{by}
							<span className="block text-xs">
								<Time at={at} as="momentShort" />
							</span>
						</BodyCell>
						{mayUnblock ? (
							<BodyCell>
								<Button
									aria-label={t("unblockOf", { number: formatPhone(number) })}
									busy={unblock.isPending && unblock.variables === number}
									onClick={() => unblock.mutate(number)}
								>
									{t("unblock")}
								</Button>
							</BodyCell>
						) : null}
					</tr>
				))}
			</tbody>
		</Table>
	);
}
