"use client";
import { useState } from "react";
import { reasonFault } from "#lib/reason.ts";
import { typedSentences } from "#lib/typed-text.ts";

/** A reason while it is typed: nothing is said to be wrong with it before somebody tries to send it. `shortest` in characters. */
export function useReason(shortest = 1) {
	const [typed, setTyped] = useState("");
	const [tried, setTried] = useState(false);
	const fault = reasonFault(typed, shortest);
	return {
		/** For `ReasonField`. */
		field: { value: typed, onChange: setTyped, fault: tried ? fault : null },
		/** As it is kept. */
		text: typedSentences(typed),
		tried,
		/** May it be sent? From now on what is wrong is said. */
		check(): boolean {
			setTried(true);
			return fault === null;
		},
		/** What is asked for now was not asked for before. */
		askAnew: () => setTried(false),
	};
}
