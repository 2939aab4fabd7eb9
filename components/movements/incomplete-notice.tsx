"use client";
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Incomplete } from "#lib/contracts/movement.ts";

/** Lines of the service's list that cannot be read: how many, and of the first ones which and why. */
export function IncompleteNotice({ incomplete: { count, lines } }: { incomplete: Incomplete }) {
	const t = useTranslations("movements.incomplete");
	return (
		<div>
			<Notice tone="warning" title={t("title", { count })}>
				{t("why", { count })}
			</Notice>
			<ul className="mt-1.5 grid gap-1 pl-[19px] text-ink-2 text-xs">
				{lines.map(({ place, field, fault, excerpt }) => (
					<li key={place} className="min-w-0">
						{t("place", { place })}{" "}
						{fault === "other_currency" ? t(fault) : field === null ? t("line") : t(fault, { field })}{" "}
						<span className="code wrap-anywhere line-clamp-2">{excerpt}</span>
					</li>
				))}
				{count > lines.length ? <li>{t("more", { count: count - lines.length })}</li> : null}
			</ul>
		</div>
	);
}
