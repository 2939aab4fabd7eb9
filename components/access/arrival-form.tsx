"use client";
import type { FormEvent, ReactNode } from "react";
import { NewPasswordField } from "#components/access/new-password-field.tsx";
import { useArrival } from "#components/access/use-arrival.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface ArrivalFormProps {
	/** `typed`: what stands in the field of this name. */
	send: (typed: (name: string) => string) => Promise<unknown>;
	/** On the button. */
	label: string;
	/** What is said or asked before the password. */
	children: (faultOf: (field: string) => string | null) => ReactNode;
	/** Fields that are not asked for: what is wrong with them is told at the password. */
	notAsked?: readonly string[];
	note?: ReactNode;
}

/** Coming in by a link: at its end everybody chooses a password of their own. */
export function ArrivalForm({ send, label, children, notAsked = [], note }: ArrivalFormProps) {
	const isReady = useHydrated();
	const { arrive, busy, faultOf, fault } = useArrival();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		void arrive(() => send((name) => String(data.get(name) ?? "")));
	}
	return (
		<Card>
			<form method="post" noValidate onSubmit={submit} className="grid gap-4">
				{fault ? (
					<Notice tone="danger" urgent>
						{fault}
					</Notice>
				) : null}
				{children(faultOf)}
				<NewPasswordField error={["password", ...notAsked].map(faultOf).find((each) => each !== null) ?? null} />
				{note}
				<Button type="submit" variant="primary" size="lg" disabled={!isReady} busy={busy}>
					{label}
				</Button>
			</form>
		</Card>
	);
}
