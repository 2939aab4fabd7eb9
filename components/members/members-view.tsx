"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { SessionTable } from "#components/account/session-table.tsx";
import { InvitationLink } from "#components/members/invitation-link.tsx";
import { InvitationList } from "#components/members/invitation-list.tsx";
import { MemberDialog, NewMemberDialog } from "#components/members/member-dialog.tsx";
import { isFieldError, useMemberFaults } from "#components/members/member-faults.ts";
import { type MemberAction, MemberTable } from "#components/members/member-table.tsx";
import { RoleSelect } from "#components/members/role-select.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { useToastedMutation } from "#components/ui/use-toasted-mutation.ts";
import type { NewInvitation } from "#lib/contracts/invitation.ts";
import type { Member } from "#lib/contracts/member.ts";
import { invitationQueries, inviteMember } from "#lib/queries/invitations.ts";
import { endMemberSessions, memberQueries } from "#lib/queries/members.ts";
import { ROLES } from "#lib/roles.ts";
import { typedText } from "#lib/text/typed-text.ts";

type Open = { what: "new" | "invitation" } | { what: MemberAction; member: Member };

export function MembersView({ viewerId }: { viewerId: string }) {
	const t = useTranslations("members");
	const list = useQuery(memberQueries.list());
	const [open, setOpen] = useState<Open | null>(null);
	const close = () => setOpen(null);
	return (
		<>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
				<p className="text-ink-2 text-sm">{list.data ? t("count", { count: list.data.items.length }) : null}</p>
				<div className="flex flex-wrap gap-2">
					<Button onClick={() => setOpen({ what: "new" })}>{t("addByPassword")}</Button>
					<Button variant="primary" onClick={() => setOpen({ what: "invitation" })}>
						<Icon name="user-plus" />
						{t("invite.title")}
					</Button>
				</div>
			</div>
			<ReadFault query={list} />
			{list.data ? (
				<MemberTable
					members={list.data.items}
					viewerId={viewerId}
					onOpen={(what, member) => setOpen({ what, member })}
				/>
			) : null}
			<InvitationList />
			{open?.what === "invitation" ? <InviteDialog onClose={close} /> : null}
			{open?.what === "new" ? <NewMemberDialog onClose={close} /> : null}
			{open?.what === "change" ? <MemberDialog member={open.member} onClose={close} /> : null}
			{open?.what === "sessions" ? <MemberSessions member={open.member} onClose={close} /> : null}
		</>
	);
}

function InviteDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("members.invite");
	const mailed = useQuery(invitationQueries.list()).data?.mailed ?? false;
	const invite = useRefetchingMutation({ mutationFn: inviteMember });
	if (invite.data) return <InvitationLink issued={invite.data} mailed={mailed} onClose={onClose} />;
	return (
		<FormDialog
			title={t("title")}
			action={t("send")}
			mutation={invite}
			isErrorInside={isFieldError(invite.error)}
			onSubmit={(form) => invite.mutate(invitationOf(form))}
			onClose={onClose}
		>
			<InviteFields error={invite.error} mailed={mailed} />
		</FormDialog>
	);
}

function InviteFields({ error, mailed }: { error: unknown; mailed: boolean }) {
	const t = useTranslations("members");
	const faults = useMemberFaults();
	const locale = useLocale();
	return (
		<>
			<Field label={t("name")} error={faults("name", error)}>
				<TextInput name="name" autoComplete="off" maxLength={80} />
			</Field>
			<Field label={t("email")} error={faults("email", error)}>
				<TextInput name="email" type="email" autoComplete="off" maxLength={254} />
			</Field>
			<RoleSelect defaultValue="maker" />
			<Field label={t("invite.language")}>
				<Select name="locale" defaultValue={locale}>
					<option value="en">English</option>
					<option value="fr">Français</option>
				</Select>
			</Field>
			<p className="text-ink-2 text-xs">{t(mailed ? "invite.byMail" : "invite.byHand")}</p>
			<p className="text-ink-2 text-xs">{t("invite.order")}</p>
		</>
	);
}

function invitationOf(data: FormData): NewInvitation {
	const text = (name: string) => String(data.get(name) ?? "");
	const role = ROLES.find((each) => each === text("role")) ?? "viewer";
	const locale = text("locale") === "fr" ? "fr" : "en";
	return { name: typedText(text("name")), email: typedText(text("email")), role, locale };
}

function MemberSessions({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members.sessions");
	const own = useTranslations("account.sessions");
	const list = useQuery(memberQueries.sessions(member.id));
	const items = list.data?.items ?? [];
	const endAll = useToastedMutation(async () => {
		await endMemberSessions(member.id);
		return t("allEnded", { name: member.name });
	});
	return (
		<Dialog
			onClose={onClose}
			title={t("title", { name: member.name })}
			className="sm:w-[40rem]"
			actions={
				<>
					{items.length > 0 ? (
						<Button busy={endAll.isPending} onClick={() => endAll.mutate()}>
							{t("endAll")}
						</Button>
					) : null}
					<Button onClick={onClose}>{t("done")}</Button>
				</>
			}
		>
			<p className="text-ink-2 text-xs">{t("hint")}</p>
			<ReadFault query={list} />
			{list.data ? (
				<SessionTable
					sessions={items}
					caption={own("title")}
					none={t("none")}
					end={(id) => endMemberSessions(member.id, id)}
				/>
			) : null}
		</Dialog>
	);
}
