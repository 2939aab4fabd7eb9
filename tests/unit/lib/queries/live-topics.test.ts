import { expect, test } from "vitest";
import { liveUpdateSchema } from "#lib/contracts/desk-status.ts";
import { accountQueries } from "#lib/queries/account.ts";
import { staleKeys } from "#lib/queries/live-topics.ts";
import { secondFactorQueries } from "#lib/queries/second-factor.ts";

const TOPICS = liveUpdateSchema.shape.topic.options;
const keysOf = (topic: Parameters<typeof staleKeys>[0]) => staleKeys(topic).map(([key]) => key);

test("every change touches Home and the frame, matches all that shows lines or payments, new lines the proofs, and batches payments", () => {
	expect(keysOf("reconciliation")).toEqual(expect.arrayContaining(["movements", "payments", "statements", "audit"]));
	expect(keysOf("movements")).toEqual(expect.arrayContaining(["reconciliation", "statements"]));
	expect(keysOf("batches")).toContain("payments");
	for (const topic of TOPICS) expect(keysOf(topic)).toEqual(expect.arrayContaining(["overview", "status"]));
});

test("who may approve, and how many must, is on every page of payouts and batches: a change of rules touches both", () => {
	expect(keysOf("settings")).toEqual(expect.arrayContaining(["payments", "batches"]));
});

test("a payment touches the book, which tells who was paid last; a name of the book, the names of lines; a fee rule, their sums", () => {
	expect(keysOf("payments")).toContain("recipients");
	expect(keysOf("recipients")).toContain("reconciliation");
	expect(keysOf("settings")).toContain("movements");
});

test("an imported transaction touches the evidence and the reconciliation that name it", () => {
	expect(keysOf("imports")).toEqual(expect.arrayContaining(["evidence", "reconciliation"]));
});

test("a notice to a member touches their own sessions and factors: what was done to the account is told by a notice", () => {
	expect(keysOf("notices")).toContain(accountQueries.sessions().queryKey[0]);
	expect(keysOf("notices")).toContain(secondFactorQueries.own().queryKey[0]);
});

test("after a loss of the stream all that any change could have touched is old", () => {
	for (const topic of TOPICS) expect(keysOf(null)).toEqual(expect.arrayContaining(keysOf(topic)));
});

test("a topic that the page does not know yet makes as much old as a loss of the stream", () => {
	expect(keysOf("unheard-of")).toEqual(keysOf(null));
});

test("no change makes a page ask the service for a transaction by itself", () => {
	expect(keysOf(null)).not.toContain("transactions");
});
