"use client";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Member } from "#lib/contracts/member.ts";

export type MemberAction = "change" | "sessions";

interface MemberTableProps {
	members: readonly Member[];
	viewerId: string;
	onOpen: (action: MemberAction, member: Member) => void;
}

export function MemberTable({ members, viewerId, onOpen }: MemberTableProps) {
	const t = useTranslations("members");
	return (
		<DataTable
			caption={t("caption")}
			rows={members}
			keyOf={({ id }) => id}
			rowClassName={({ disabledAt }) => (disabledAt ? "text-ink-2" : undefined)}
			columns={[
				{ head: t("name"), of: (member) => <Person member={member} isViewer={member.id === viewerId} /> },
				{ head: t("role"), wide: true, of: (member) => <RoleAndStatus member={member} /> },
				{
					head: t("lastSignIn"),
					wide: true,
					className: "num text-ink-2",
					of: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} as="momentShort" /> : t("never")),
				},
				{
					head: t("since"),
					wide: true,
					headClassName: "max-md:hidden",
					className: "num text-ink-2 max-md:hidden",
					of: ({ createdAt }) => <Time at={createdAt} as="day" />,
				},
				{
					head: t("actions"),
					isHeadHidden: true,
					className: "text-right",
					of: (member) => (member.id === viewerId ? null : <MemberActions member={member} onOpen={onOpen} />),
				},
			]}
		/>
	);
}

function Person({ member, isViewer }: { member: Member; isViewer: boolean }) {
	const t = useTranslations("members");
	// Lets a long address break before the @ instead of within its parts.
	const [name = "", host = ""] = member.email.split(/(?=@[^@]*$)/);
	return (
		<>
			<span className="font-[520]">{member.name}</span>
			{isViewer ? <span className="ml-1.5 text-ink-2 text-xs">{t("you")}</span> : null}
			<span className="wrap-anywhere block text-ink-2 text-xs">
				{name}
				<wbr />
				{host}
			</span>
			<span className="block text-xs sm:hidden">
				<RoleAndStatus member={member} />
			</span>
		</>
	);
}

function MemberActions({ member, onOpen }: { member: Member; onOpen: MemberTableProps["onOpen"] }) {
	const t = useTranslations("members");
	const { name } = member;
	return (
		<span className="inline-flex flex-wrap justify-end gap-2">
			<Button size="sm" onClick={() => onOpen("sessions", member)} aria-label={t("sessions.title", { name })}>
				{t("sessions.open")}
			</Button>
			<Button size="sm" onClick={() => onOpen("change", member)} aria-label={t("changeOf", { name })}>
				{t("change")}
			</Button>
		</span>
	);
}

function RoleAndStatus({ member }: { member: Member }) {
	const t = useTranslations("members");
	const roles = useTranslations("roles");
	return (
		<>
			{roles(member.role)}
			{member.passwordTemporary ? <span className="block text-ink-2 text-xs">{t("temporary")}</span> : null}
			{member.decidesFrom ? (
				<span className="block text-ink-2 text-xs">
					{t.rich("decidesFrom", {
						at: () => <Time at={member.decidesFrom ?? ""} as="momentShort" className="in-sentence" />,
					})}
				</span>
			) : null}
			{member.disabledAt ? (
				<span className="block">
					<Badge tone="neutral" icon="circle-slash" plain>
						{t("disabled")}
					</Badge>
				</span>
			) : null}
		</>
	);
}
