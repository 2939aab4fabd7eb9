/** `npm run member`: adds, lists, disables members and resets passwords, whether the desk runs or not. */
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { withOwnDatabase } from "#server/cli/launcher/migrate-database.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { explain, readCommand } from "#server/cli/member/commands.ts";

const USAGE = `npm run member -- add --email E --name N --role viewer|maker|approver|admin --password-stdin
npm run member -- list
npm run member -- disable --email E
npm run member -- reset-password --email E --password-stdin
npm run member -- clear-delay --email E
npm run member -- reset-second-factor --email E

The password is read from standard input: printf %s 'the password' | npm run member -- add …
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).`;

await runTask(USAGE, readCommand, async ({ takesPassword, creates, prepare }, signal) => {
	const typed = takesPassword ? await text(addAbortSignal(signal, process.stdin)) : "";
	try {
		const task = prepare(typed);
		loadEnvFile();
		requireOwner();
		say(await withOwnDatabase(process.env, { program: "member", creates }, task));
	} catch (error) {
		explain(error);
	}
});
