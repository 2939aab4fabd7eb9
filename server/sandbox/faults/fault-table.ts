/** Every fault of the sandbox by its id. docs/sandbox.md describes each. */
import { answerFaults } from "#server/sandbox/faults/answer-faults.ts";
import type { Fault } from "#server/sandbox/faults/define-fault.ts";
import { moneyFaults } from "#server/sandbox/faults/money-faults.ts";
import { transportFaults } from "#server/sandbox/faults/transport-faults.ts";

const FAULTS_BY_ID = { ...transportFaults, ...answerFaults, ...moneyFaults };

export type FaultId = keyof typeof FAULTS_BY_ID;

export const FAULTS: Readonly<Record<FaultId, Fault>> = FAULTS_BY_ID;

export const FAULT_IDS = Object.keys(FAULTS_BY_ID) as FaultId[];

export interface FaultCall {
	fault: FaultId;
	params: Record<string, unknown>;
}
