"use client";
import { useEffect, useState } from "react";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { answerStepUps } from "#lib/api.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

const StepUpDialog = loadOnDemand(() => import("#components/second-factor/step-up-dialog.tsx"), AllTexts);

interface Asked {
	need: StepUpNeed;
	done: (proved: boolean) => void;
}

/** Mounted once per page: opens a dialog for each act that needs a step-up, one after the other. */
export function StepUps() {
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
	return <StepUpDialog key={JSON.stringify(first.need)} need={first.need} onDone={conclude} />;
}
