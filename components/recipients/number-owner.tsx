"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { recipientsPath } from "#components/recipients/recipient-query.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { recipientQueries } from "#lib/queries/recipients.ts";

interface NumberOwnerProps {
	/** E.164. */
	number: string;
	/** The link leads to the book below the dialog. */
	onLeave: () => void;
}

/** Names the recipient that has the number already. */
export function NumberOwner({ number, onLeave }: NumberOwnerProps) {
	const t = useTranslations("recipients");
	const { data } = useQuery(recipientQueries.list({ q: number }));
	const owner = data?.items.find((one) => one.number === number);
	if (!owner) return t("faults.number_taken");
	return t.rich("numberOwner", {
		recipient: () => (
			<DeskLink href={recipientsPath({}, { q: owner.name })} onClick={onLeave} className="underline underline-offset-3">
				{owner.name}
			</DeskLink>
		),
	});
}
