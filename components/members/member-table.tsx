"use client";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Member } from "#lib/contracts/member.ts";

export type MemberAct = "change" | "sessions";

interface MemberTableProps {
	members: readonly Member[];
	viewerId: string;
	onOpen: (act: MemberAct, member: Member) => void;
}

export function MemberTable({ members, viewerId, onOpen }: MemberTableProps) {
	const t = useTranslations("members");
	return (
		<Table caption={t("caption")}>
			<Heads
				of={[
					[t("name")],
					[t("role"), { wide: true }],
					[t("lastSignIn"), { wide: true }],
					[t("since"), { wide: true, className: "max-md:hidden" }],
					[t("actions"), { isHidden: true }],
				]}
			/>
			<tbody>
				{members.map((member) => (
					<MemberRow key={member.id} member={member} isViewer={member.id === viewerId} onOpen={onOpen} />
				))}
			</tbody>
		</Table>
	);
}

interface MemberRowProps {
	member: Member;
	isViewer: boolean;
	onOpen: MemberTableProps["onOpen"];
}

function MemberRow({ member, isViewer, onOpen }: MemberRowProps) {
	const t = useTranslations("members");
	// Lets a long address break before the @ instead of within its parts.
	const [name = "", host = ""] = member.email.split(/(?=@[^@]*$)/);
	return (
		<tr className={member.disabledAt ? "text-ink-2" : undefined}>
			<BodyCell>
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
			</BodyCell>
			<BodyCell wide>
				<RoleAndStatus member={member} />
			</BodyCell>
			<BodyCell wide className="num text-ink-2">
				{member.lastSignInAt ? <Time at={member.lastSignInAt} as="momentShort" /> : t("never")}
			</BodyCell>
			<BodyCell wide className="num text-ink-2 max-md:hidden">
				<Time at={member.createdAt} as="day" />
			</BodyCell>
			<BodyCell className="text-right">
				{isViewer ? null : (
					<span className="inline-flex flex-wrap justify-end gap-2">
						<Button
							size="sm"
							onClick={() => onOpen("sessions", member)}
							aria-label={t("sessions.title", { name: member.name })}
						>
							{t("sessions.open")}
						</Button>
						<Button
							size="sm"
							onClick={() => onOpen("change", member)}
							aria-label={t("changeOf", { name: member.name })}
						>
							{t("change")}
						</Button>
					</span>
				)}
			</BodyCell>
		</tr>
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
