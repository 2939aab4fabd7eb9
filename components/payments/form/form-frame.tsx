"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormProblem } from "#components/payments/form/form-problem.tsx";
import { Card } from "#components/ui/page/card.tsx";

interface FormFrameProps {
	/** Returns false when a field has a fault. */
	onSubmit: () => Promise<boolean>;
	fields: ReactNode;
	summary: ReactNode;
	actions: ReactNode;
}

/** Fields, summary (above the button on a phone) and button; moves the focus to the first fault. */
export function FormFrame({ onSubmit, fields, summary, actions }: FormFrameProps) {
	const form = useRef<HTMLFormElement>(null);
	const [refusals, setRefusals] = useState(0);
	/** The check of the fields is loaded with its first use, which needs the connection. */
	const [loadFault, setLoadFault] = useState<unknown>(null);
	// After the render that shows the faults: before it, no field is marked yet.
	useEffect(() => {
		if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [refusals]);
	async function submit() {
		setLoadFault(null);
		try {
			if (!(await onSubmit())) setRefusals((count) => count + 1);
		} catch (error) {
			setLoadFault(error);
		}
	}
	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
			className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-[34px] gap-y-5 lg:grid-cols-[minmax(0,460px)_318px] lg:justify-between wide:grid-cols-[minmax(0,560px)_400px] wide:justify-start wide:gap-x-20"
		>
			<div className="grid gap-4">{fields}</div>
			<Card className="lg:row-span-2" aria-live="polite">
				{summary}
			</Card>
			<div className="grid gap-4">
				<FormProblem error={loadFault} />
				{actions}
			</div>
		</form>
	);
}
