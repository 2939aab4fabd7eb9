import type { DayLine, DayProof } from "#lib/contracts/reconciliation.ts";
import { addDays } from "#lib/dates.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readKeptDays } from "#server/reconciliation/list-days.ts";
import { standingRule } from "#server/reconciliation/proof/kept-days.ts";
import { dayRule, readDayLines } from "#server/reconciliation/read-day.ts";
import { demandWalletKey } from "#server/reconciliation/wallet-key.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { type BusinessTime, businessTime } from "#server/wallets/business-time.ts";
import { textCell } from "#server/wallets/movement-csv.ts";

export interface MonthExport {
	fileName: string;
	contentType: string;
	chunks: AsyncGenerator<Uint8Array>;
}

const HEADER =
	"\uFEFFrow,day,status,opening_balance,closing_balance,in,out,fees,change,explained,gap,at,type,amount,fee,balance_after,match,payment,reference\r\n";
// More lines a day than this belong into the export of movements.
const MOST_LINES = 200_000;

/** A month for the accountant: a row a day with its proof, and under it a row a line with what it is. Throws forbidden, wallet_unknown. */
export async function exportMonth(context: Context, input: { currency: string; month: string }): Promise<MonthExport> {
	demand(context, "reconciliation.read");
	demandWalletKey(context, input.currency);
	await context.database.transaction().execute((trx) =>
		recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "reconciliation.exported",
			subjectKind: "wallet",
			subjectId: input.currency,
			details: { month: input.month },
		}),
	);
	return {
		fileName: `reconciliation-${input.currency}-${input.month}.csv`,
		contentType: "text/csv; charset=utf-8; header=present",
		chunks: monthChunks(context, input),
	};
}

async function* monthChunks(context: Context, { currency, month }: { currency: string; month: string }) {
	const wallet = demandWalletKey(context, currency);
	const encoder = new TextEncoder();
	yield encoder.encode(HEADER);
	const next = addDays(`${month}-28`, 4).slice(0, 7);
	const { days } = await readKeptDays(context.database, wallet, { before: `${next}-01`, limit: 62 });
	const time = businessTime(context.config.timeZone);
	for (const proof of days.toReversed()) {
		if (!proof.day.startsWith(month)) continue;
		const rule = dayRule(proof, standingRule(days.filter(({ day }) => day < proof.day)));
		const lines = await readDayLines(context.database, wallet, proof, rule, MOST_LINES);
		yield encoder.encode([dayRow(proof), ...lines.map((line) => lineRow(proof.day, line, time))].join(""));
	}
}

function dayRow({ day, status, opening, closing, totals, change, explained, gap }: DayProof): string {
	const balances = [opening?.balance ?? "", closing?.balance ?? ""];
	const cells = [
		"day",
		day,
		status,
		...balances,
		totals.in,
		totals.out,
		totals.fees,
		change ?? "",
		explained ?? "",
		gap ?? "",
	];
	return `${cells.join(",")},,,,,,,,\r\n`;
}

function lineRow(day: string, line: DayLine, time: BusinessTime): string {
	const facts = [time.iso(line.createdAt), textCell(line.type), line.amount, line.fee, line.balanceAfter ?? ""];
	const whose = [line.verdict ?? line.how ?? line.status, line.payment?.id ?? "", textCell(line.reference ?? "")];
	return `${["line", day, "", "", "", "", "", "", "", "", "", ...facts, ...whose].join(",")}\r\n`;
}
