"use client";
/**
 * Opens a payment beside its table on a wide screen, and on its own page on a narrower one. The payment is in the list's address
 * (`?beside=payouts/01…`), so that the view can be shared and survives a reload.
 */
import { useSearchParams } from "next/navigation";
import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { PAYMENT_PATH, showDetail, WIDE } from "#components/payments/list/detail-address.ts";
import { cx } from "#components/ui/class-names.ts";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";

// Loaded only when a payment opens beside the table, because it brings the texts and parts of a payment's page.
const DetailPane = loadOnDemand(() => import("#components/payments/list/detail-pane.tsx"));

const Shown = createContext("");

/** The path of the payment beside the table; "" for none. */
export function useShownDetail(): string {
	return useContext(Shown);
}

interface ListWithDetailProps {
	viewer: Viewer;
	children: ReactNode;
}

export function ListWithDetail({ viewer, children }: ListWithDetailProps) {
	const named = `/${useSearchParams().get("beside")}`;
	const path = PAYMENT_PATH.test(named) ? named : "";
	return (
		<Shown value={path}>
			<div
				data-wide
				className={cx(
					path && "wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(30rem,38rem)] wide:items-start wide:gap-8",
				)}
			>
				<div data-beside className="@container/list min-w-0" onClickCapture={catchLink}>
					{children}
				</div>
				{path ? <DetailPane key={path} path={path} viewer={viewer} /> : null}
			</div>
		</Shown>
	);
}

function catchLink(event: MouseEvent<HTMLElement>): void {
	const link = (event.target as Element).closest("a");
	const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
	if (!link || !PAYMENT_PATH.test(link.pathname) || !matchMedia(WIDE).matches) return;
	if (button || metaKey || ctrlKey || shiftKey || altKey) return;
	event.preventDefault();
	showDetail(link.pathname);
}
