"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { keepTrail, type LineTrail, type ListTrail, paymentPath, TRAIL } from "#components/payments/list-path.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { MovementSort } from "#lib/movements/movement-sorts.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { followingPayments } from "#lib/queries/following-payments.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

interface ListStepsProps {
	payment: { kind: PaymentKind; id: string };
}

export default function ListSteps({ payment }: ListStepsProps) {
	const trail = useHydrated() ? readTrail(payment) : null;
	if (!trail) return null;
	return "paths" in trail ? (
		<LineSteps path={paymentPath(payment)} trail={trail} />
	) : (
		<PaymentSteps id={payment.id} trail={trail} />
	);
}

function LineSteps({ path, trail }: { path: string; trail: LineTrail }) {
	const { paths, ends, query } = trail;
	const at = paths.indexOf(path);
	const before = usePaymentsBeyondTrail(trail, { line: ends[0], sort: reversed(query.sort) }, at === 0);
	const after = usePaymentsBeyondTrail(trail, { line: ends[1], sort: query.sort }, at === paths.length - 1);
	const follow = (next: string) => {
		if (paths.includes(next)) return;
		keepTrail(
			next === after.paths[0]
				? { ...trail, paths: [...paths, ...after.paths], ends: [ends[0], after.end] }
				: { ...trail, paths: [...before.paths.toReversed(), ...paths], ends: [before.end, ends[1]] },
		);
	};
	return <Steps above={paths[at - 1] ?? before.paths[0]} below={paths[at + 1] ?? after.paths[0]} onStep={follow} />;
}

function reversed(sort: MovementSort): MovementSort {
	return (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as MovementSort;
}

/** Reads the payments beyond the trail's end, nearest first, with the last line read. Reads nothing unless `isNeeded`. */
function usePaymentsBeyondTrail(
	{ currency, query, paths }: LineTrail,
	{ line, sort }: { line: string; sort: MovementSort },
	isNeeded: boolean,
): { paths: readonly string[]; end: string } {
	const { data } = useQuery({ ...followingPayments(currency, { ...query, sort }, line), enabled: isNeeded });
	if (!isNeeded || !data) return { paths: [], end: line };
	const found = new Set(data.payments.map(paymentPath));
	return { paths: [...found].filter((path) => !paths.includes(path)), end: data.end };
}

function PaymentSteps({ id, trail }: { id: string; trail: ListTrail }) {
	const { sort } = trail.query;
	const above = useNeighbour(id, trail, { sort: sort === "createdAt" ? "-createdAt" : "createdAt" });
	const below = useNeighbour(id, trail, { sort });
	const pathOf = (target: string | undefined) => target && paymentPath({ kind: trail.kind, id: target });
	return (
		<Steps
			above={pathOf(above)}
			below={pathOf(below)}
			onStep={(path) => keepTrail({ ...trail, ids: [...trail.ids, path.split("/").at(-1) ?? ""] })}
		/>
	);
}

interface StepsProps {
	above: string | undefined;
	below: string | undefined;
	onStep?: (path: string) => void;
}

function Steps({ above, below, onStep }: StepsProps) {
	const t = useTranslations("common");
	const step = (path: string | undefined, label: string, icon: "chevron-left" | "chevron-right") =>
		path === undefined ? null : (
			<DeskLink
				href={path}
				onClick={() => onStep?.(path)}
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

function useNeighbour(id: string, { kind, query }: ListTrail, change: Partial<PaymentQuery>): string | undefined {
	const asked = { ...query, ...change, cursor: id, limit: 1 };
	const { data } = useQuery({ ...paymentQueries.list(kind, asked), placeholderData: undefined });
	return data?.items[0]?.id;
}

/** Returns the list from which the payment was opened; null when it was opened in another way. */
function readTrail(payment: { kind: PaymentKind; id: string }): ListTrail | LineTrail | null {
	try {
		const trail = JSON.parse(sessionStorage.getItem(TRAIL) ?? "null") as ListTrail | LineTrail | null;
		if (!trail) return null;
		const isOfTrail = "paths" in trail ? trail.paths.includes(paymentPath(payment)) : trail.ids.includes(payment.id);
		return isOfTrail ? trail : null;
	} catch {
		return null;
	}
}
