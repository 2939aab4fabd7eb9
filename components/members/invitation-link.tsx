"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { Time } from "#components/ui/time.tsx";
import type { IssuedInvitation } from "#lib/contracts/invitation.ts";

interface InvitationLinkProps {
	issued: IssuedInvitation;
	mailed: boolean;
	onClose: () => void;
}

/** Shows the link once: not even the desk can show it again. */
export function InvitationLink({ issued: { invitation, link }, mailed, onClose }: InvitationLinkProps) {
	const t = useTranslations("members.invite");
	return (
		<Dialog
			onClose={onClose}
			title={t("linkTitle", { name: invitation.name })}
			actions={
				<>
					<CopyButton value={link} what={t("link")} label={t("copy")} />
					<Button onClick={onClose}>{t("done")}</Button>
				</>
			}
		>
			<p className="text-sm">{t(mailed ? "mailedTo" : "handOver", { email: invitation.email })}</p>
			<p className="wrap-anywhere select-all rounded-md border border-line bg-sunken p-3 text-sm" data-link>
				{link}
			</p>
			<p className="text-ink-2 text-xs">
				{t.rich("until", {
					at: () => <Time at={invitation.expiresAt} as="momentShort" className="in-sentence tabular-nums" />,
				})}{" "}
				{t("once")}
			</p>
		</Dialog>
	);
}
