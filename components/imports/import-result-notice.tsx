"use client";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { ImportResult } from "#lib/contracts/imported-transaction.ts";

const SHOWN = 10;

export function ImportResultNotice({ result }: { result: ImportResult & { left: number } }) {
	const { added, already, ours, left } = result;
	const t = useTranslations("imports");
	const parts = [
		t("added", { count: added }),
		...(already > 0 ? [t("already", { count: already })] : []),
		...(left > 0 ? [t("left", { count: left })] : []),
		...(ours.length > 0 ? [t("ours", { count: ours.length })] : []),
	];
	return (
		<Notice tone="positive" urgent className="mt-4">
			{parts.join(" ")}
			{ours.length > 0 ? (
				<span className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
					{ours.slice(0, SHOWN).map(({ reference, payment }) => (
						<DeskLink
							key={reference}
							href={`/${payment.kind}s/${payment.id}`}
							className="code rounded-sm underline decoration-line-strong underline-offset-3"
						>
							{reference}
						</DeskLink>
					))}
					{ours.length > SHOWN ? <span>{t("moreOurs", { count: ours.length - SHOWN })}</span> : null}
				</span>
			) : null}
		</Notice>
	);
}
