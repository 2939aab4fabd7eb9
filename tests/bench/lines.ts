/** Every measured line, in this order: a warm desk, then restarts, then what fills the desk. */
import type { Line } from "#tests/bench/line.ts";
import { archiveLines } from "#tests/bench/lines/archive.ts";
import { balanceRoute } from "#tests/bench/lines/balance-route.ts";
import { balanceWrites } from "#tests/bench/lines/balance-writes.ts";
import { batchSendingLines } from "#tests/bench/lines/batch-sending.ts";
import { batchLines } from "#tests/bench/lines/batches.ts";
import { latePayouts } from "#tests/bench/lines/event-loop-stalls.ts";
import { firstRead } from "#tests/bench/lines/first-read.ts";
import { firstRowLines } from "#tests/bench/lines/first-row.ts";
import { formInteraction } from "#tests/bench/lines/form-interaction.ts";
import { insights } from "#tests/bench/lines/insights.ts";
import { movementListLines } from "#tests/bench/lines/movement-list.ts";
import { pageOpens } from "#tests/bench/lines/page-opens.ts";
import { pageRendering, pagesASecond } from "#tests/bench/lines/page-rendering.ts";
import { passwordAttack } from "#tests/bench/lines/password-attack.ts";
import { scriptBytes } from "#tests/bench/lines/script-bytes.ts";
import { sendingLines } from "#tests/bench/lines/sending.ts";
import { sortLines } from "#tests/bench/lines/sort-click.ts";
import { statementLines } from "#tests/bench/lines/statement.ts";
import { tracingCost } from "#tests/bench/lines/tracing-cost.ts";
import { connectionsMemory, exportMemory } from "#tests/bench/lines/web-memory.ts";
import { webStart } from "#tests/bench/lines/web-start.ts";

export const LINES: readonly Line[] = [
	...["/", "/movements", "/transactions", "/imports", "/deposits/new", "/payouts/new"].map(scriptBytes),
	...passwordAttack,
	...movementListLines,
	...sendingLines,
	...batchSendingLines,
	...firstRowLines,
	...pageOpens,
	...sortLines,
	...batchLines,
	...statementLines,
	formInteraction,
	insights,
	pageRendering,
	pagesASecond,
	balanceRoute(1),
	balanceRoute(16),
	balanceWrites,
	tracingCost,
	webStart,
	firstRead,
	exportMemory,
	connectionsMemory,
	...latePayouts,
	...archiveLines,
];
