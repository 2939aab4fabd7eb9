"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { useToastedMutation } from "#components/ui/use-toasted-mutation.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { archiveRecipient, eraseRecipient } from "#lib/queries/recipients.ts";
import { may, type Role } from "#lib/roles.ts";

interface RecipientActionsProps {
	recipient: Recipient;
	role: Role;
	onDone: () => void;
	onBlock: () => void;
}

export function RecipientActions({ recipient, role, onDone, onBlock }: RecipientActionsProps) {
	const t = useTranslations("recipients");
	const [isErasing, setErasing] = useState(false);
	const { id, name, number } = recipient;
	const doing = (act: (id: string) => Promise<void>, done: string) => async () => {
		await act(id);
		onDone();
		return done;
	};
	const archive = useToastedMutation(doing(archiveRecipient, t("archived", { name })));
	const erase = useToastedMutation(doing(eraseRecipient, t("erased")));
	return (
		<div className="grid gap-3 border-line border-t pt-4">
			<DeskLink
				href={`/payouts?search=${encodeURIComponent(number.slice(1))}`}
				className="justify-self-start text-sm underline decoration-line-strong underline-offset-3"
			>
				{t("itsPayouts")}
			</DeskLink>
			<div className="flex flex-wrap gap-2">
				{may(role, "recipient.manage") && recipient.archivedAt === null ? (
					<Button busy={archive.isPending} onClick={() => archive.mutate()}>
						{t("archive")}
					</Button>
				) : null}
				{may(role, "recipient.block") && recipient.blocked === null ? (
					<Button variant="danger" onClick={onBlock}>
						{t("block")}
					</Button>
				) : null}
				{may(role, "settings.manage") && !isErasing ? (
					<Button variant="danger" onClick={() => setErasing(true)}>
						{t("erase")}
					</Button>
				) : null}
			</div>
			{isErasing ? (
				<div className="grid gap-2">
					<p ref={focusOn} tabIndex={-1} className="text-sm">
						{t("eraseWhy")}
					</p>
					<Button variant="danger" className="justify-self-start" busy={erase.isPending} onClick={() => erase.mutate()}>
						{t("eraseNow")}
					</Button>
				</div>
			) : null}
		</div>
	);
}

/** The button that had the focus is gone. */
function focusOn(text: HTMLElement | null): void {
	text?.focus();
}
