"use client";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PayoutPreview } from "#lib/contracts/payment.ts";

interface UnmatchedNoteProps {
	preview: PayoutPreview | undefined;
	currency: string | undefined;
}

/** Withdrawals of this amount without a payment here: somebody may have paid it elsewhere. Requires no reason. */
export function UnmatchedNote({ preview, currency }: UnmatchedNoteProps) {
	const t = useTranslations("payouts.unmatched");
	const lines = preview?.unmatched ?? [];
	if (lines.length === 0 || currency === undefined) return null;
	return (
		<div className="border-l-[3px] border-l-warning pl-3 text-sm">
			<p className="font-[520]">{t("title", { count: lines.length })}</p>
			<ul className="text-ink-2">
				{lines.map(({ id, createdAt }) => (
					<li key={id}>
						<Time at={createdAt} as="momentShort" />
					</li>
				))}
			</ul>
			<DeskLink
				href={`/reconciliation?currency=${currency}`}
				target="_blank"
				className="rounded-sm underline decoration-line-strong underline-offset-3 hover:decoration-current"
			>
				{t("see")}
			</DeskLink>
		</div>
	);
}
