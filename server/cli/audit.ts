/** `npm run audit`: `verify` recomputes the chain of the audit record; `journal` prints what was sent, from outside the database. */
import { parseArgs } from "node:util";
import { type ChainCheck, isKnown, verifyAudit } from "#server/audit/verify-audit.ts";
import { becomeOwner } from "#server/cli/launcher/become-owner.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { headPlaces } from "#server/cli/launcher/head-places.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { withMemberDatabase } from "#server/cli/member/with-member-database.ts";
import type { Database } from "#server/store/database.ts";
import { readHead } from "#server/store/head-file.ts";
import { type JournalledPermit, readJournal } from "#server/store/permit-journal.ts";

const USAGE = `npm run audit -- verify
npm run audit -- journal [--last N] [--json]

verify: reads every entry of the audit record, recomputes its hash and looks for the head that is known outside the
database, in DATA_DIR and HEAD_DIR. Ends with 0 when the chain is whole and reaches that head, with 1 when it does not.
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

journal: the permits that this machine gave, oldest first, the last N of them (50): time, amount, number, payment and attempt,
from DATA_DIR and HEAD_DIR alone. No database is asked. Numbers are in full. With --json, one object a line.`;

const FAULTS = {
	changed: "does not say any more what was written",
	broken: "does not follow the entry before it: one was removed, added or moved",
};

process.exitCode = await main();

/** 0 whole, 1 not whole or impossible, 2 wrongly called. */
async function main(): Promise<number> {
	const message = process.argv.slice(2);
	if (message.length === 1 && message[0] === "--help") {
		say(USAGE);
		return 0;
	}
	if (message[0] === "journal") return printJournal(message.slice(1));
	if (message.length !== 1 || message[0] !== "verify") {
		complain(USAGE);
		return 2;
	}
	try {
		loadEnvFile();
		becomeOwner();
		let whole = false;
		const report = await withMemberDatabase(process.env, async (database) => {
			const check = await tellCheck(database);
			whole = check.whole;
			return check.message;
		});
		if (whole) say(report);
		else complain(report);
		return whole ? 0 : 1;
	} catch (error) {
		complain(sentence(error as Error));
		return 1;
	}
}

async function printJournal(args: string[]): Promise<number> {
	try {
		const options = { last: { type: "string", default: "50" }, json: { type: "boolean", default: false } } as const;
		const { last, json } = parseArgs({ args: args, options }).values;
		if (!/^[1-9]\d{0,8}$/.test(last)) throw new Error("--last wants a whole number");
		loadEnvFile();
		becomeOwner();
		const permits = (await readJournal(headPlaces(process.env))).slice(-Number(last));
		for (const permit of permits) say(json ? JSON.stringify(permit) : journalLine(permit));
		if (permits.length === 0 && !json) say("The journal of this machine names no permit.");
		return 0;
	} catch (error) {
		complain(sentence(error as Error));
		return 1;
	}
}

function journalLine({ at, kind, amount, currency, number, payment, attempt }: JournalledPermit): string {
	return `${at}  ${kind.padEnd(7)}  ${`${amount} ${currency}`.padStart(20)}  ${number.padEnd(16)}  payment ${payment}  attempt ${attempt}`;
}

async function tellCheck(database: Database): Promise<{ whole: boolean; message: string }> {
	const known = await readHead(headPlaces(process.env));
	const { entries, head, bad, missed } = await verifyAudit(database, known);
	if (bad) {
		const which = `Entry ${bad.id} (${bad.at.toISOString()}, ${bad.action}) ${FAULTS[bad.fault]}.`;
		return { whole: false, message: `${which}\nEntries before it that are whole: ${entries}.` };
	}
	if (missed) return { whole: false, message: missedMessage(missed) };
	const reach = isKnown(known)
		? `It holds the head known on this machine: entry ${known.entry} of ${known.at}.`
		: "No head is known on this machine, so entries cut off at the end cannot be seen from here.";
	return { whole: true, message: `The audit record is whole: ${entries} entries.\nHead: ${head}\n${reach}` };
}

function missedMessage({ fault, known, lastId }: NonNullable<ChainCheck["missed"]>): string {
	const head = `the known head is entry ${known.entry} of ${known.at}`;
	if (fault === "cut_off")
		return `The record ends at ${lastId ? `entry ${lastId}` : "nothing"}, ${head}.\nEntries were cut off at the end, or the database is a restored backup.`;
	return `The chain is whole in itself, but it is not the one that was written: ${head}, and the record does not hold it.\nIt was written anew from some entry on, or the database is another one.`;
}
