"use client";
import { useState } from "react";
import { reasonFault } from "#lib/payments/reason.ts";
import { typedSentences } from "#lib/text/typed-text.ts";

/** The state of a reason field, whose fault appears only after the first attempt to send. `shortest` in characters. */
export function useReason(shortest = 1) {
	const [typed, setTyped] = useState("");
	const [tried, setTried] = useState(false);
	const fault = reasonFault(typed, shortest);
	return {
		field: { value: typed, onChange: setTyped, fault: tried ? fault : null, shortest },
		text: typedSentences(typed),
		tried,
		/** Returns whether the reason is valid, and shows faults from now on. */
		check(): boolean {
			setTried(true);
			return fault === null;
		},
		/** Hides faults again when the question changes. */
		clearFault: () => setTried(false),
	};
}
