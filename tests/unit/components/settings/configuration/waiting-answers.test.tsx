import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { DatabaseMismatch } from "#components/settings/configuration/database-mismatch.tsx";
import { WalletGaps } from "#components/settings/configuration/wallet-gaps.tsx";
import en from "#lib/i18n/en.json" with { type: "json" };
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { walletGapQueries } from "#lib/queries/wallet-gaps.ts";
import { textOf } from "#tests/support/rendered.tsx";

const { walletGaps, mismatch: mismatchTexts } = en.settings;
const at = "2026-03-10T09:00:00.000Z";
const finding = {
	...{ before: null, now: { balance: "64950.00", at }, unlined: null, unexplained: null },
	...{ lines: [], moreLines: 0, seen: "not_known 0.00" },
};
const wallet = { since: at, detectedAt: at, fault: null, finding: null, held: [] };
const wallets = [
	{ ...wallet, currency: "XOF", fault: "service_unreachable" },
	{ ...wallet, currency: "XAF", finding },
];
const mismatch = {
	...{ kind: "other_environment" as const, at, knownEntry: null, knownAt: null, newestEntry: null, newestAt: null },
	...{ heals: false, missing: [], sameWallet: true },
};

function shown(waiting: { kind: string; subject: string }[] | null): string {
	const client = new QueryClient();
	client.setQueryData(walletGapQueries.now().queryKey, { shared: [], proposals: [], wallets });
	if (waiting)
		client.setQueryData(changeRequestQueries.now().queryKey, { waiting, decided: [], alone: false } as never);
	return textOf(
		<QueryClientProvider client={client}>
			<WalletGaps />
			<DatabaseMismatch mismatch={mismatch} />
		</QueryClientProvider>,
		"en",
		"|",
	);
}

test("what waits for another admin is not asked for a second time, and what does not wait is", () => {
	const [goOn, other, same] = [walletGaps.goOn, mismatchTexts.ask, mismatchTexts.same.ask].map((text) => `|${text}|`);
	const free = shown([]);
	for (const offered of [goOn, other, same]) expect(free).toContain(offered);
	expect(free).not.toContain(walletGaps.answerWaits);

	const unread = shown([{ kind: "wallet_answered", subject: "XOF" }]);
	expect(unread).not.toContain(goOn);
	expect(unread).not.toContain(walletGaps.answerWaits);
	expect(unread).toContain(other);

	const held = shown([{ kind: "wallet_answered", subject: "XAF" }]);
	expect(held).toContain(goOn);
	expect(held).toContain(walletGaps.answerWaits);

	const moved = shown([{ kind: "service_address", subject: "other" }]);
	expect(moved).not.toContain(same);
	expect(moved).toContain(other);
	expect(shown([{ kind: "database_mismatch", subject: "m" }])).not.toContain(other);
});

test("nothing is offered, and nothing said to wait, before that is known", () => {
	const unknown = shown(null);
	for (const text of [walletGaps.goOn, mismatchTexts.ask, walletGaps.answerWaits])
		expect(unknown).not.toContain(`|${text}|`);
});
