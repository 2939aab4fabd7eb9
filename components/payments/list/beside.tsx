"use client";
/**
 * On a wide screen the payment that a row leads to stands beside its table; on others the row opens its page. The address names
 * it (`?beside=payouts/01…`), so that a view with its detail can be shared and survives a reload.
 */
import { useSearchParams } from "next/navigation";
import { createContext, lazy, type MouseEvent, type ReactNode, Suspense, useContext } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { PAYMENT_PATH, showBeside, WIDE } from "#components/payments/list/beside-address.ts";
import { cx } from "#components/ui/class-names.ts";

// Only wide screens, and only when somebody asks for it: with the pane come the words and parts of a payment's page.
const BesidePane = lazy(() => import("#components/payments/list/beside-pane.tsx"));

const Shown = createContext("");

/** The address of the payment beside the table; "" for none. */
export function useShownBeside(): string {
	return useContext(Shown);
}

interface BesideProps {
	viewer: Viewer;
	/** Whatever links to payments. */
	children: ReactNode;
}

export function Beside({ viewer, children }: BesideProps) {
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
				{path ? (
					<Suspense>
						<BesidePane key={path} path={path} viewer={viewer} />
					</Suspense>
				) : null}
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
	showBeside(link.pathname);
}
