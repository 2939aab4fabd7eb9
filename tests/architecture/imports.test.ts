import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "#tests/architecture/import-exceptions.ts";
import { MAY_IMPORT, ROOMS, type Room } from "#tests/architecture/import-table.ts";
import { type Arrow, readArrows, readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

function roomOf(path: string): Room | undefined {
	const fits = ROOMS.filter((room) => path === room || path.startsWith(`${room}/`));
	return fits.sort((a, b) => b.length - a.length)[0];
}

function isAllowed({ from, to }: Arrow): boolean {
	const [here, there] = [roomOf(from), roomOf(to)];
	if (!here || !there) return false;
	const allowed = MAY_IMPORT[here];
	if (here === there || allowed === "anything" || allowed.includes(there)) return true;
	return EXCEPTIONS.some((exception) => from.startsWith(exception.from) && to === exception.to);
}

test("every source file stands in a room of the house", () => {
	expect(sourceFiles().filter((file) => !roomOf(file))).toEqual([]);
});

test("no import goes against the table", () => {
	const arrows = readArrows();
	expect(arrows.length).toBeGreaterThan(100);
	expect(arrows.filter((arrow) => !isAllowed(arrow)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test("the table itself would catch what it forbids", () => {
	const forbidden: Arrow[] = [
		{ from: "components/payments/state-pill.tsx", to: "server/payments/read/read-payment.ts" },
		{ from: "components/ui/button.tsx", to: "components/shell/navigation.tsx" },
		{ from: "lib/money.ts", to: "server/config.ts" },
		{ from: "server/momo/client.ts", to: "server/store/database.ts" },
		{ from: "server/store/queue.ts", to: "server/momo/wire.ts" },
		{ from: "server/sandbox/app.ts", to: "server/payments/read/read-payment.ts" },
		{ from: "server/sandbox/app.ts", to: "server/momo/wire.ts" },
		{ from: "server/payments/send/send-payment.ts", to: "server/wallets/read-wallet.ts" },
		{ from: "server/http/handle.ts", to: "server/payments/read/read-payment.ts" },
	];
	expect(forbidden.filter(isAllowed)).toEqual([]);
});

test("every exception is still in use", () => {
	const arrows = readArrows();
	const unused = EXCEPTIONS.filter(
		({ from, to }) => !arrows.some((arrow) => arrow.from.startsWith(from) && arrow.to === to),
	);
	expect(unused).toEqual([]);
});

test("every imported file exists under the very name", () => {
	expect(
		readArrows()
			.filter(({ to }) => !existsSync(to))
			.map(({ from, to }) => `${from} → ${to}`),
	).toEqual([]);
});

test("no file is a barrel or has a name that says nothing", () => {
	const odd = sourceFiles().filter((file) => /(^|\/)(index|utils?|helpers?|common|misc)\.tsx?$/.test(file));
	expect(odd).toEqual([]);
});

test("towards the service nothing uses fetch, which follows redirects with the secret on board", () => {
	const callers = sourceFiles().filter(
		(file) => file.startsWith("server/momo/") && /(?<![.\w])fetch\(/.test(readSource(file)),
	);
	expect(callers).toEqual([]);
});

test("no page or part writes markup that did not go through React", () => {
	const raw = sourceFiles().filter(
		(file) => !file.startsWith("tests/") && readSource(file).includes("dangerouslySetInnerHTML"),
	);
	expect(raw).toEqual([]);
});
