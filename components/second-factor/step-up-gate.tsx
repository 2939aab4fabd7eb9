"use client";
import { lazy, Suspense, useEffect, useState } from "react";
import { answerStepUps } from "#lib/api.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

// Seldom wanted: a page carries the question only once it is asked.
const StepUpDialog = lazy(() => import("#components/second-factor/step-up-dialog.tsx"));

interface Asked {
	need: StepUpNeed;
	done: (proved: boolean) => void;
}

/** Once a page: whatever form of it needs a fresh proof asks here, one after the other, and then goes on by itself. */
export function StepUpGate() {
	const [asked, setAsked] = useState<readonly Asked[]>([]);
	useEffect(
		() => answerStepUps((need) => new Promise((done) => setAsked((others) => [...others, { need, done }]))),
		[],
	);
	const [first] = asked;
	if (!first) return null;
	const conclude = (proved: boolean) => {
		setAsked((others) => others.filter((each) => each !== first));
		first.done(proved);
	};
	return (
		<Suspense>
			<StepUpDialog key={asked.length} need={first.need} onDone={conclude} />
		</Suspense>
	);
}
