/** `npm run audit`: verifies the audit log or an export of it, and prints the permits of this machine's journal. */
import { once } from "node:events";
import { open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { exportLines } from "#server/audit/read-chain.ts";
import { type ChainCheck, isKnown, verifyAudit } from "#server/audit/verify-audit.ts";
import { withOwnDatabase } from "#server/cli/launcher/migrate-database.ts";
import { headPlaces, loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";
import { checkExport, type FileCheck } from "#server/store/audit-chain.ts";
import { openAuditKey } from "#server/store/audit-key.ts";
import type { Database } from "#server/store/database.ts";
import { readHead } from "#server/store/head-file.ts";
import { type JournalledPermit, readJournal } from "#server/store/permit-journal.ts";

const USAGE = `npm run audit -- verify [FILE [KEY …]]
npm run audit -- export FILE
npm run audit -- key
npm run audit -- journal [--last N] [--json]

verify: reads every entry of the audit log, recomputes its hash, checks the worker's signatures, and looks for the last entry
known outside the database, in DATA_DIR and HEAD_DIR. Exits with 0 when the chain is intact and reaches that entry, with 1 when it
does not. The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

verify FILE: checks an export without a database. With KEYs, only signatures by these keys count. The same on any machine with
Node 22.18 or newer and a copy of server/store/audit-chain.ts: node audit-chain.ts FILE [KEY …].

export: writes every signed entry with its hash, and the signatures, as lines of JSON.

key: the public key that the worker of this machine signs with. Keep it where nobody who runs the desk can change it.

journal: the permits that this machine gave, oldest first, the last N of them (50): time, amount, number, payment and attempt,
from DATA_DIR and HEAD_DIR, without a database. Numbers are complete. With --json, one object a line.`;

const FAULTS = {
	changed: "was changed after it was written",
	broken: "does not follow the previous entry: an entry was removed, added or moved",
	forged: "is signed, but the signature does not hold: the log was rewritten",
};

const UNWRITABLE: Record<string, string> = {
	EEXIST: "there is a file of this name",
	ENOENT: "its folder is not there",
};

await runTask(USAGE, readArguments, async ({ command, file, keys, last, json }, signal) => {
	if (command === "verify" && file) return conclude(await checkExport(resolve(file), keys, signal));
	loadEnvFile();
	requireOwner();
	if (command === "journal") return printJournal(last, json);
	if (command === "key") return say(openAuditKey(headPlaces(process.env).dataDir).publicKey);
	// A check only reads, so a signal ends it immediately, and its connection with it.
	const verifying = (database: Database) =>
		Promise.race([verifyLog(database), once(signal, "abort").then(() => Promise.reject(signal.reason))]);
	const run = file ? writeExport(resolve(file), signal) : verifying;
	conclude(await withOwnDatabase(process.env, { program: "audit" }, run));
});

/** Throws for wrong usage. A key may begin with a hyphen, so only the journal's words are read as options. */
function readArguments([command = "", ...words]: string[]) {
	const options = { last: { type: "string", default: "50" }, json: { type: "boolean", default: false } } as const;
	const [file, ...keys] = command === "journal" ? [] : words;
	const { values } = parseArgs({ args: command === "journal" ? words : [], options });
	const counts = { verify: words.length, export: 1, key: 0, journal: words.length };
	const isRight = Object.hasOwn(counts, command) && words.length === counts[command as keyof typeof counts];
	if (!isRight || !/^[1-9]\d{0,8}$/.test(values.last)) throw new Error("Use one of these.");
	return { command, file, keys, ...values };
}

function conclude({ isWhole, message }: FileCheck): void {
	process.exitCode = isWhole ? 0 : 1;
	if (isWhole) say(message);
	else complain(message);
}

function writeExport(path: string, signal: AbortSignal): (database: Database) => Promise<FileCheck> {
	return async (database) => {
		const file = await open(path, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
			const why = UNWRITABLE[cause.code ?? ""] ?? cause.message;
			throw new UserFacingError(`The export cannot be written to ${path}: ${why}.`, { cause });
		});
		try {
			const lines = exportLines(database);
			for (;;) {
				signal.throwIfAborted();
				const { value, done } = await lines.next();
				if (!done) {
					await file.appendFile(value);
					continue;
				}
				await file.sync();
				const left = value.unsigned > 0 ? ` ${value.unsigned} newer entries are not signed yet and left out.` : "";
				return { isWhole: true, message: `Written: ${path}, ${value.entries} signed entries.${left}` };
			}
		} catch (error) {
			// Deletes the incomplete file: the next export to this path would fail on it.
			await rm(path, { force: true });
			throw error;
		} finally {
			await file.close();
		}
	};
}

async function printJournal(last: string, json: boolean): Promise<void> {
	const permits = (await readJournal(headPlaces(process.env))).slice(-Number(last));
	for (const permit of permits) say(json ? JSON.stringify(permit) : journalLine(permit));
	if (permits.length === 0 && !json) say("The journal of this machine has no permits.");
}

function journalLine({ at, kind, amount, currency, number, payment, attempt }: JournalledPermit): string {
	return `${at}  ${kind.padEnd(7)}  ${`${amount} ${currency}`.padStart(20)}  ${number.padEnd(16)}  payment ${payment}  attempt ${attempt}`;
}

async function verifyLog(database: Database): Promise<FileCheck> {
	const known = await readHead(headPlaces(process.env));
	const { entries, head, seal, bad, missed } = await verifyAudit(database, known);
	if (bad) {
		const which = `Entry ${bad.id} (${new Date(bad.at).toJSON() ?? "without a time"}, ${bad.action}) ${FAULTS[bad.fault]}.`;
		return { isWhole: false, message: `${which}\nIntact entries before it: ${entries}.` };
	}
	if (missed) return { isWhole: false, message: missedMessage(missed) };
	const reach = isKnown(known)
		? `It contains the last entry known on this machine: entry ${known.entry} of ${known.at}.`
		: "No entry is known on this machine, so entries removed at the end cannot be detected here.";
	const signed = seal
		? `Signed to entry ${seal.entry} at ${seal.at} by key ${seal.key}.`
		: "No worker has signed it yet.";
	return { isWhole: true, message: `The audit log is intact: ${entries} entries.\nHead: ${head}\n${signed}\n${reach}` };
}

function missedMessage({ fault, known, lastId }: NonNullable<ChainCheck["missed"]>): string {
	const head = `the known head is entry ${known.entry} of ${known.at}`;
	if (fault === "cut_off")
		return `The audit log ends at ${lastId ? `entry ${lastId}` : "nothing"}, ${head}.\nEntries were removed at the end, or the database is a restored backup.`;
	return `The chain is consistent, but ${head}, and the audit log does not contain it.\nThe log was rewritten, or the database is another one.`;
}
