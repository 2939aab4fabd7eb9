import type { Statement } from "#lib/contracts/statement.ts";
import { dayOf, formatExact, formatFullDay, formatPeriod, zoneCity } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import type { Context } from "#server/context.ts";
import { type ExportAsked, type ExportFile, fileOf } from "#server/exports/export-file.ts";
import { checkBlock } from "#server/papers/check-block.ts";
import { issuePapers } from "#server/papers/issue-papers.ts";
import type { Block } from "#server/papers/paper.ts";
import { renderPaper } from "#server/papers/render-paper.ts";
import { asOfText } from "#server/statements/figure-rows.ts";
import { figureBlocks, lineBlocks, partBlocks, type Writing } from "#server/statements/statement-blocks.ts";
import type { ListedStatement } from "#server/statements/statement-lines.ts";

type Asked = Omit<ExportAsked, "format">;

/** Issues a statement under a check code and starts to draw it. A closed month's paper is always the same, byte for byte. */
export async function statementPaper(context: Context, listed: ListedStatement, asked: Asked): Promise<ExportFile> {
	const chunks = asked.ask ? nothing() : await drawn(context, listed, asked);
	return fileOf(asked, "pdf", { contentType: "application/pdf", chunks });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function drawn(context: Context, { statement, lines }: ListedStatement, { locale, labels }: Asked) {
	const { config, clock } = context;
	const { currency, monthClosing } = statement;
	const closedAt = monthClosing?.confirmedAt;
	const at = closedAt ? new Date(closedAt) : clock.now();
	const texts = paperTexts(locale, labels);
	const writing: Writing = { labels, texts, currency, place: { locale, timeZone: config.timeZone } };
	const title = texts("papers.statement", { currency });
	const code = await issue(context, statement, { locale, at });
	const foot = [
		config.businessName,
		title,
		formatPeriod(statement, locale),
		`${labels.papers.code} ${code}`.replaceAll(" ", "\u00a0"),
	].join(" · ");
	const frame = {
		...{ locale, title: `${title}, ${periodText(statement, writing)}`, author: config.businessName },
		...{ at: at.toISOString(), foot },
		page: { page: labels.papers.page, of: labels.papers.of },
	};
	async function* blocks(): AsyncGenerator<Block[]> {
		yield [
			{ kind: "head", business: config.businessName, title, lines: headLines(statement, at, writing) },
			...notices(statement, writing, config.isSandbox),
			...figureBlocks(statement, writing),
			checkBlock({ config, texts, code }),
			...partBlocks(statement, writing),
		];
		yield* lineBlocks(lines, statement, writing);
	}
	return renderPaper({ frame, blocks: blocks() });
}

/** The digest leaves out what the paper does not show: the reader's rights, and the time of a list that was complete. */
async function issue(context: Context, statement: Statement, { locale, at }: { locale: Locale; at: Date }) {
	const { currency, from, to, syncedAt, isComplete, monthClosing, ...figures } = statement;
	const { state, digest } = monthClosing ?? {};
	const content = {
		currency,
		from,
		to,
		locale,
		isComplete,
		...(isComplete ? {} : { syncedAt }),
		state,
		digest,
		...figures,
	};
	const day = dayOf(at, context.config.timeZone);
	const subject = `${currency} ${from} ${to}`;
	const [code = ""] = await issuePapers(context, [{ kind: "statement", subject, content, day }]);
	return code;
}

function periodText({ from, to }: Statement, { texts, place: { locale } }: Writing): string {
	if (from === to) return formatFullDay(from, locale);
	return texts.markup("statements.propose.from", {
		from: () => formatFullDay(from, locale),
		to: () => formatFullDay(to, locale),
	});
}

function headLines(statement: Statement, at: Date, writing: Writing): string[] {
	const { texts, place } = writing;
	const period = periodText(statement, writing);
	const state = stateText(statement, writing);
	const isClosed = statement.monthClosing?.state === "closed";
	const printed = isClosed ? [] : [texts("receipt.printed", { time: formatExact(at, place) })];
	const { walletReference: reference } = statement;
	return [
		...(reference ? [texts("statements.walletReference", { reference })] : []),
		period.charAt(0).toLocaleUpperCase(place.locale) + period.slice(1),
		...(state ? [state] : []),
		[...printed, texts("receipt.zone", { city: zoneCity(place.timeZone) })].join(" "),
	];
}

function stateText({ monthClosing }: Statement, { texts, place }: Writing): string | null {
	if (!monthClosing) return null;
	const { state, proposedBy, proposedAt, confirmedBy, confirmedAt } = monthClosing;
	const [first, second] = [proposedBy?.name ?? "", confirmedBy?.name ?? ""];
	const at = (time: string | null) => () => (time ? formatExact(new Date(time), place) : "");
	if (state === "open") return texts("statements.closing_state.open");
	if (state === "proposed")
		return texts.markup("statements.closing_state.proposed", { name: first, at: at(proposedAt) });
	return texts.markup("statements.closing_state.closed", { first, second, at: at(confirmedAt) });
}

function notices(statement: Statement, { labels, texts, place }: Writing, isSandbox: boolean): Block[] {
	const { knownFrom } = statement;
	const asOf = asOfText(statement, texts, place);
	const known = knownFrom ? formatExact(new Date(knownFrom), place) : "";
	return [
		...(isSandbox ? [{ kind: "notice", text: labels.shell.sandbox, tone: "warning" } as const] : []),
		...(asOf ? [{ kind: "notice", text: asOf, tone: "warning" } as const] : []),
		...(knownFrom ? [{ kind: "text", text: texts.markup("statements.knownFrom", { at: () => known }) } as const] : []),
	];
}
