"use client";
import type { ReactNode } from "react";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { useFaultFocus } from "#components/ui/fields/use-fault-focus.ts";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";

interface FormEndProps {
	/** The fault of the whole form; null without one, or when a field shows it. */
	fault: ReactNode;
	/** The button's text. */
	action: string;
	/** An accessible name, if the button's text does not tell forms apart. */
	label?: string;
	busy: boolean;
}

export function FormEnd({ fault, action, label, busy }: FormEndProps) {
	return (
		<>
			{fault ? (
				<div className="col-span-full">
					<FaultNotice>{fault}</FaultNotice>
				</div>
			) : null}
			<div ref={useFaultFocus<HTMLDivElement>(busy)} className="col-span-full">
				<ReadyButton
					type="submit"
					variant="primary"
					busy={busy}
					aria-label={label}
					className="max-sm:h-11 max-sm:w-full"
				>
					{action}
				</ReadyButton>
			</div>
		</>
	);
}
