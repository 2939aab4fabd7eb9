"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MemberDialog } from "#components/members/member-dialog.tsx";
import { MemberTable } from "#components/members/member-table.tsx";
import { NewMemberDialog } from "#components/members/new-member-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Member } from "#lib/contracts/member.ts";
import { memberQueries } from "#lib/queries/members.ts";

/** Who works here, in which role, and since when not any more. */
export function MembersView({ viewerId, mayManage }: { viewerId: string; mayManage: boolean }) {
	const t = useTranslations("members");
	const list = useQuery(memberQueries.list());
	const [open, setOpen] = useState<Member | "new" | null>(null);
	const close = () => setOpen(null);
	return (
		<>
			<div className="mb-4 flex items-center justify-between gap-4">
				<p className="text-ink-2 text-sm">{list.data ? t("count", { count: list.data.items.length }) : null}</p>
				{mayManage ? (
					<Button variant="primary" onClick={() => setOpen("new")}>
						<UserPlus aria-hidden="true" />
						{t("add")}
					</Button>
				) : null}
			</div>
			<ReadFault query={list} />
			{list.data ? (
				<MemberTable
					members={list.data.items}
					viewerId={viewerId}
					{...(mayManage ? { onOpen: (member: Member) => setOpen(member) } : {})}
				/>
			) : null}
			{open === "new" ? <NewMemberDialog onClose={close} /> : null}
			{open !== null && open !== "new" ? <MemberDialog member={open} onClose={close} /> : null}
		</>
	);
}
