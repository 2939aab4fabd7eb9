"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";
import { mergeRecipients, recipientQueries } from "#lib/queries/recipients.ts";
import { searchTerms } from "#lib/text/search-text.ts";

/** Each group of doubles on this page, with a button for every number that may stay. */
export function DoublesNote({ items }: { items: readonly Recipient[] }) {
	const t = useTranslations("recipients");
	const errorText = useErrorText();
	const client = useQueryClient();
	const merge = useMutation({
		mutationFn: ({ kept, doubles }: { kept: Recipient; doubles: readonly Recipient[] }) =>
			mergeRecipients(kept.id, { version: kept.version, doubles: doubles.map(({ id }) => id) }),
		onSuccess: ({ name }) => toast(t("merged", { name })),
		onError: (error) => toast(errorText(error), "danger"),
		onSettled: () => client.invalidateQueries({ queryKey: recipientQueries.all }),
	});
	const keyOf = ({ name }: Recipient) => searchTerms(name, Number.POSITIVE_INFINITY).join(" ");
	const groups = [...Map.groupBy(items, keyOf).values()].filter((group) => group.length > 1);
	return groups.map((group) => (
		<Notice
			key={group[0]?.id}
			tone="neutral"
			className="mb-4"
			action={
				<fieldset aria-label={t("mergeWhich", { name: group[0]?.name ?? "" })} className="flex flex-wrap gap-2">
					{group.map((kept) => (
						<Button
							key={kept.id}
							busy={merge.isPending && merge.variables.kept.id === kept.id}
							onClick={() => merge.mutate({ kept, doubles: group.filter((one) => one !== kept) })}
						>
							<span className="num">{formatPhone(kept.number)}</span>
						</Button>
					))}
				</fieldset>
			}
		>
			{t("mergeWhich", { name: group[0]?.name ?? "" })}
		</Notice>
	));
}
