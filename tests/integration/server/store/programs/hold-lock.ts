/** Takes the lock of a folder, says so, and keeps it until it is ended. */
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";

const taken = await takeFolderLock(process.argv[2] ?? "", "test", "hold-lock");
if ("lock" in taken) {
	process.stdout.write("mine\n");
	setInterval(() => undefined, 60_000);
} else process.stdout.write(`held by ${taken.holder.pid}\n`);
