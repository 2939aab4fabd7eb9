/** `npm run member`: adds, lists, disables members and resets passwords, whether the desk runs or not. */
import { text } from "node:stream/consumers";
import { withMigratedDatabase } from "#server/cli/launcher/migrate-database.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";
import { readCommand } from "#server/cli/member/commands.ts";
import { refusalOf } from "#server/cli/member/messages.ts";

const USAGE = `npm run member -- add --email E --name N --role viewer|maker|approver|admin --password-stdin
npm run member -- list
npm run member -- disable --email E
npm run member -- reset-password --email E --password-stdin
npm run member -- clear-delay --email E
npm run member -- reset-second-factor --email E

The password is read from standard input: printf %s 'the password' | npm run member -- add …
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).`;

try {
	const run = await readCommand(process.argv.slice(2), () => text(process.stdin));
	if (run === "help") say(USAGE);
	else {
		loadEnvFile();
		requireOwner();
		say(await withMigratedDatabase(process.env, "member", run));
	}
} catch (error) {
	const { code, message } = refusalOf(error as Error);
	complain(code === 2 ? `${message}\n\n${USAGE}` : message);
	process.exitCode = code;
}
