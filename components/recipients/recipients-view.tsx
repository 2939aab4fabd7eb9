"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BlockDialog } from "#components/recipients/block-dialog.tsx";
import { BlockedNumbers } from "#components/recipients/blocked-numbers.tsx";
import { RecipientBook } from "#components/recipients/recipient-book.tsx";
import type { OperatorName } from "#components/recipients/recipient-fields.tsx";
import { listQueryOf, readRecipientView } from "#components/recipients/recipient-query.ts";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { RECIPIENT_EXPORT_PATH } from "#lib/queries/recipients.ts";
import { may, type Role } from "#lib/roles.ts";

const RecipientDialog = loadOnDemand(() => import("#components/recipients/recipient-dialog.tsx"));

interface RecipientsViewProps {
	operators: readonly OperatorName[];
	/** The country of numbers without a calling code. */
	homeCountry: string;
	role: Role;
}

export function RecipientsView({ operators, homeCountry, role }: RecipientsViewProps) {
	const t = useTranslations("recipients");
	const view = readRecipientView(useSearchParams());
	const query = listQueryOf(view);
	const [open, setOpen] = useState<Recipient | "new" | null>(null);
	const [blocking, setBlocking] = useState<string | null>(null);
	const { cursor: _page, ...filters } = query ?? {};
	const actions =
		may(role, "recipient.manage") && query ? (
			<>
				<ExportMenu path={RECIPIENT_EXPORT_PATH} query={filters} />
				<LinkButton href="/recipients/import">
					<Icon name="file-up" />
					{t("import")}
				</LinkButton>
				<ReadyButton variant="primary" onClick={() => setOpen("new")}>
					<Icon name="user-plus" />
					{t("new")}
				</ReadyButton>
			</>
		) : null;
	return (
		<>
			<PageHeader title={t("title")} lead={t("lead")} actions={actions} />
			{query ? (
				<RecipientBook view={view} query={query} mayManage={may(role, "recipient.manage")} onOpen={setOpen} />
			) : (
				<BlockedNumbers view={view} homeCountry={homeCountry} role={role} />
			)}
			{open ? (
				<RecipientDialog
					recipient={open === "new" ? null : open}
					operators={operators}
					homeCountry={homeCountry}
					role={role}
					onClose={() => setOpen(null)}
					onBlock={() => {
						setBlocking(open === "new" ? null : open.number);
						setOpen(null);
					}}
				/>
			) : null}
			{blocking === null ? null : <BlockDialog number={blocking} onClose={() => setBlocking(null)} />}
		</>
	);
}
