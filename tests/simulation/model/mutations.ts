/** Rules removed from the model, alone or with rules of the same effect, and the first seed that shows each. */
import type { Rule } from "#tests/simulation/model/rules.ts";

/** The wallet holds nothing, so only the heads keep the promise. */
const NO_WALLET_CHECK: readonly Rule[] = ["fallHolds", "lineHolds"];

export interface ModelMutation {
	off: readonly Rule[];
	seed: number;
}

export const MODEL_MUTATIONS: readonly ModelMutation[] = [
	{ off: ["oneKey"], seed: 8 },
	{ off: ["otherApproves"], seed: 1 },
	{ off: ["twins"], seed: 4 },
	{ off: ["conditionalPermit", "oneAttempt"], seed: 14 },
	{ off: ["permitFirst"], seed: 1 },
	{ off: ["stopInPermit"], seed: 16 },
	{ off: ["gapInPermit"], seed: 24 },
	{ off: ["expiryInPermit"], seed: 25 },
	{ off: ["headFirst", ...NO_WALLET_CHECK], seed: 495 },
	{ off: ["journalFirst"], seed: 12 },
	{ off: ["readBack"], seed: 260 },
	{ off: ["doubtedIsUnknown"], seed: 145 },
	{ off: ["freshPermit"], seed: 41 },
	{ off: ["onePost"], seed: 2 },
	{ off: ["lostIsUnknown"], seed: 5 },
	{ off: ["recoveryAsksNobody"], seed: 8 },
	{ off: ["lateAnswer"], seed: 18 },
	{ off: ["filedOutcome"], seed: 60 },
	{ off: ["orphanAnswer"], seed: 296 },
	{ off: ["referenceWindow"], seed: 5 },
	{ off: ["oneReference"], seed: 3 },
	{ off: ["twoSettle"], seed: 1 },
	{ off: ["headKnown"], seed: 334 },
	{ off: ["hearHeads", ...NO_WALLET_CHECK], seed: 2562 },
	{ off: ["serverKnown"], seed: 51 },
	{ off: ["newMachineAsks", ...NO_WALLET_CHECK], seed: 5431 },
	{ off: ["mayHaveLeft"], seed: 36 },
	{ off: ["startIsGap"], seed: 10 },
	{ off: ["sleepIsGap"], seed: 33 },
	{ off: ["backIsGap", "headKnown"], seed: 44 },
	{ off: ["fallHolds"], seed: 2312 },
	{ off: ["heldStays"], seed: 73 },
];
