"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { keepTrail, readTrail } from "#components/payments/list-trail.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

type Trail = NonNullable<ReturnType<typeof readTrail>>;

/** The payments before and after this one in the filtered list that it was opened from. */
export default function ListSteps({ id }: { id: string }) {
	const trail = useHydrated() ? readTrail(id) : null;
	return trail ? <Steps id={id} trail={trail} /> : null;
}

function Steps({ id, trail }: { id: string; trail: Trail }) {
	const t = useTranslations("common");
	const { sort } = trail.query;
	const above = useNeighbour(id, trail, { sort: sort === "createdAt" ? "-createdAt" : "createdAt" });
	const below = useNeighbour(id, trail, { sort });
	const step = (target: string | undefined, label: string, icon: "chevron-left" | "chevron-right") =>
		target === undefined ? null : (
			<DeskLink
				href={paymentPath({ kind: trail.kind, id: target })}
				onClick={() => keepTrail({ ...trail, ids: [...trail.ids, target] })}
				className="inline-flex items-center gap-0.5 rounded-sm hover:text-ink hover:underline"
			>
				{icon === "chevron-left" ? <Icon name={icon} className="size-3.5" /> : null}
				{label}
				{icon === "chevron-right" ? <Icon name={icon} className="size-3.5" /> : null}
			</DeskLink>
		);
	return (
		<nav aria-label={t("inList")} className="flex gap-3">
			{step(above, t("previous"), "chevron-left")}
			{step(below, t("next"), "chevron-right")}
		</nav>
	);
}

/** The first payment behind this one in the order of `change`. */
function useNeighbour(id: string, { kind, query }: Trail, change: Partial<PaymentQuery>): string | undefined {
	const asked = { ...query, ...change, cursor: id, limit: 1 };
	const { data } = useQuery({ ...paymentQueries.list(kind, asked), placeholderData: undefined });
	return data?.items[0]?.id;
}
