"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { InvitationList } from "#components/members/invitation-list.tsx";
import { InviteDialog } from "#components/members/invite-dialog.tsx";
import { MemberDialog } from "#components/members/member-dialog.tsx";
import { MemberSessions } from "#components/members/member-sessions.tsx";
import { type MemberAct, MemberTable } from "#components/members/member-table.tsx";
import { NewMemberDialog } from "#components/members/new-member-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Member } from "#lib/contracts/member.ts";
import { memberQueries } from "#lib/queries/members.ts";

type Open = { what: "new" | "invitation" } | { what: MemberAct; member: Member };

/** Who works here, in which role, and since when not any more. */
export function MembersView({ viewerId, mayManage }: { viewerId: string; mayManage: boolean }) {
	const t = useTranslations("members");
	const list = useQuery(memberQueries.list());
	const [open, setOpen] = useState<Open | null>(null);
	const close = () => setOpen(null);
	return (
		<>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
				<p className="text-ink-2 text-sm">{list.data ? t("count", { count: list.data.items.length }) : null}</p>
				{mayManage ? (
					<div className="flex flex-wrap gap-2">
						<Button onClick={() => setOpen({ what: "new" })}>{t("addByPassword")}</Button>
						<Button variant="primary" onClick={() => setOpen({ what: "invitation" })}>
							<UserPlus aria-hidden="true" />
							{t("invite.title")}
						</Button>
					</div>
				) : null}
			</div>
			<ReadFault query={list} />
			{list.data ? (
				<MemberTable
					members={list.data.items}
					viewerId={viewerId}
					{...(mayManage ? { onOpen: (what: MemberAct, member: Member) => setOpen({ what, member }) } : {})}
				/>
			) : null}
			<InvitationList mayManage={mayManage} />
			{open?.what === "invitation" ? <InviteDialog onClose={close} /> : null}
			{open?.what === "new" ? <NewMemberDialog onClose={close} /> : null}
			{open?.what === "change" ? <MemberDialog member={open.member} onClose={close} /> : null}
			{open?.what === "sessions" ? <MemberSessions member={open.member} onClose={close} /> : null}
		</>
	);
}
