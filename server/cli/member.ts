/** `npm run member`: adds, lists, disables members and resets passwords, whether the desk runs or not. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { withMigratedDatabase } from "#server/cli/launcher/migrate-database.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import {
	addFromTerminal,
	clearDelayFromTerminal,
	disableFromTerminal,
	listOnTerminal,
	resetFactorFromTerminal,
	resetFromTerminal,
} from "#server/cli/member/commands.ts";
import { messageOf, UsageError } from "#server/cli/member/messages.ts";
import { AppError } from "#server/errors.ts";

const USAGE = `npm run member -- add --email E --name N --role viewer|maker|approver|admin --password-stdin
npm run member -- list
npm run member -- disable --email E
npm run member -- reset-password --email E --password-stdin
npm run member -- clear-delay --email E
npm run member -- reset-second-factor --email E

The password is read from standard input: printf %s 'the password' | npm run member -- add …
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).`;

const OPTIONS = {
	email: { type: "string" },
	name: { type: "string" },
	role: { type: "string" },
	"password-stdin": { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

const COMMANDS = {
	add: addFromTerminal,
	list: listOnTerminal,
	disable: disableFromTerminal,
	"reset-password": resetFromTerminal,
	"clear-delay": clearDelayFromTerminal,
	"reset-second-factor": resetFactorFromTerminal,
};

process.exitCode = await main();

/** 0 done, 1 refused or impossible, 2 wrong usage. */
async function main(): Promise<number> {
	try {
		const { values, positionals } = readArguments();
		if (values.help) {
			say(USAGE);
			return 0;
		}
		const command = Object.entries(COMMANDS).find(([name]) => name === positionals[0])?.[1];
		if (!command || positionals.length > 1)
			throw new UsageError("Use one of: add, list, disable, reset-password, clear-delay, reset-second-factor.");
		// Checked before a database opens, so that typing errors are reported at once.
		const run = await command(values);
		loadEnvFile();
		requireOwner();
		say(await withMigratedDatabase(process.env, "member", run));
		return 0;
	} catch (error) {
		if (error instanceof UsageError) complain(`${error.message}\n\n${USAGE}`);
		else complain(error instanceof AppError ? messageOf(error) : sentence(error as Error));
		return error instanceof UsageError ? 2 : 1;
	}
}

function readArguments() {
	try {
		return parseArgs({ options: OPTIONS, allowPositionals: true });
	} catch (cause) {
		throw new UsageError(cause instanceof Error ? cause.message : String(cause));
	}
}
