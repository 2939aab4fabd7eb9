"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { InvitationLink } from "#components/members/invitation-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";
import type { Invitation, IssuedInvitation } from "#lib/contracts/invitation.ts";
import { invitationQueries, reissueInvitation, revokeInvitation } from "#lib/queries/invitations.ts";

export function InvitationList() {
	const t = useTranslations("members.invite");
	const list = useQuery(invitationQueries.list());
	const [issued, setIssued] = useState<IssuedInvitation | null>(null);
	const items = list.data?.items ?? [];
	return (
		<div>
			<ReadFault query={list} />
			{items.length > 0 ? (
				<section aria-labelledby="invitations" className="mt-8">
					<h2 id="invitations" className="mb-2.5 font-semibold text-md">
						{t("pending", { count: items.length })}
					</h2>
					<ul className="divide-y divide-line rounded-lg border border-line bg-surface">
						{items.map((invitation) => (
							<InvitationRow key={invitation.id} invitation={invitation} onIssued={setIssued} />
						))}
					</ul>
				</section>
			) : null}
			{issued ? (
				<InvitationLink issued={issued} mailed={list.data?.mailed ?? false} onClose={() => setIssued(null)} />
			) : null}
		</div>
	);
}

interface InvitationRowProps {
	invitation: Invitation;
	onIssued: (issued: IssuedInvitation) => void;
}

function InvitationRow({ invitation, onIssued }: InvitationRowProps) {
	const t = useTranslations("members.invite");
	const roles = useTranslations("roles");
	const errorText = useErrorText();
	const onError = (error: Error) => {
		const isNameTaken = error instanceof ApiError && error.fields.name === "looks_like";
		toast(isNameTaken ? t("likeAnother", { name }) : errorText(error), "danger");
	};
	const { id, name, email, role, invitedBy, expiresAt, isOver, mailedAt } = invitation;
	const again = useRefetchingMutation({ mutationFn: () => reissueInvitation(id), onSuccess: onIssued, onError });
	const revoke = useRefetchingMutation({
		mutationFn: () => revokeInvitation(id),
		onSuccess: () => toast(t("revoked", { name })),
		onError,
	});
	const ends = () => <Time at={expiresAt} as="momentShort" className="in-sentence tabular-nums" />;
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
			<div className="min-w-0 flex-1 basis-60">
				<p className="wrap-anywhere">
					<span className="font-[520]">{name}</span> <span className="text-ink-2 text-xs">{roles(role)}</span>
				</p>
				<p className="wrap-anywhere text-ink-2 text-xs">{email}</p>
				<p className="text-ink-2 text-xs">
					{t("by", { name: invitedBy })} · {isOver ? t("ended") : t.rich("ends", { at: ends })}
					{mailedAt ? <> · {t("mailed")}</> : null}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				<Button size="sm" busy={again.isPending} onClick={() => again.mutate()} aria-label={t("againOf", { name })}>
					{t("again")}
				</Button>
				<Button size="sm" busy={revoke.isPending} onClick={() => revoke.mutate()} aria-label={t("revokeOf", { name })}>
					{t("revoke")}
				</Button>
			</div>
		</li>
	);
}
