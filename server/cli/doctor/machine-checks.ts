/** Checks the machine: Node, account, disks, folders, and who may read them. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { type Answer, type Check, ofConfig } from "#server/cli/doctor/check.ts";
import { isBuilt } from "#server/cli/launcher/build.ts";
import { ENV_FILE } from "#server/cli/launcher/project.ts";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";

const ROOM_MB = { fault: 500, warning: 5_000 };
const LEAST_MEMORY_MB = 900;
const NODE_MAJOR = 24;
const ROOT = 0;

export const MACHINE_CHECKS: readonly Check[] = [
	{
		id: "node",
		run: () => {
			const major = Number(process.versions.node.split(".")[0]);
			return [major === NODE_MAJOR ? "good" : "warning", `Node ${process.versions.node}.`];
		},
		fix: "Start Cauri by npm or from the archive: both bring the Node that it is tested on.",
	},
	{
		id: "build",
		run: () => (isBuilt() ? ["good", "The pages are built."] : ["fault", "There is no finished build."]),
		fix: "Run npm run build.",
	},
	{
		id: "account",
		run: () =>
			process.getuid?.() === ROOT
				? ["warning", "This account is root."]
				: ["good", "Cauri has an account without the machine's rights."],
		fix: "Give Cauri an account of its own, and run its tools as that account (docs/operate.md).",
	},
	{
		id: "memory",
		run: () => {
			const megabytes = Math.round(totalmem() / 1_000_000);
			return [megabytes < LEAST_MEMORY_MB ? "warning" : "good", `The machine has ${megabytes} MB of memory.`];
		},
		fix: "Give the machine 1 GB of memory or more.",
	},
	{
		id: "data-folder",
		run: ({ dataDir }) => writable(dataDir, "DATA_DIR"),
		fix: "Make DATA_DIR a folder that Cauri's account owns and may write.",
	},
	{
		id: "data-folder-private",
		run: ({ dataDir }) => {
			if (!existsSync(dataDir)) return ["not_checked", "DATA_DIR does not exist yet."];
			const isClosed = (statSync(dataDir).mode & 0o001) === 0;
			const open = ["audit-key.pem", "logs"].filter((name) => !isClosed && isOpen(`${dataDir}/${name}`));
			return open.length > 0
				? ["warning", `Other accounts may read ${open.join(" and ")} in DATA_DIR.`]
				: ["good", "Other accounts cannot read the keys in DATA_DIR."];
		},
		fix: "chmod 700 DATA_DIR, or take the rights of group and others from what is named.",
	},
	{
		id: "disk",
		run: ({ dataDir }) => {
			if (!existsSync(dataDir)) return ["not_checked", "DATA_DIR does not exist yet."];
			const { bavail, bsize } = statfsSync(dataDir);
			const megabytes = Math.floor((bavail * bsize) / 1_000_000);
			const verdict = megabytes < ROOM_MB.fault ? "fault" : megabytes < ROOM_MB.warning ? "warning" : "good";
			return [verdict, `The disk of DATA_DIR has ${megabytes} MB left.`];
		},
		fix: "Free some space, or move DATA_DIR to a larger disk. A full disk stops sending.",
	},
	{
		id: "second-folder",
		run: ofConfig((config, { dataDir }) => {
			if (!config.headDir)
				return ["warning", "HEAD_DIR is not set: one disk holds all that is known outside the database."];
			const there = writable(config.headDir, "HEAD_DIR");
			if (there[0] !== "good" || !existsSync(dataDir)) return there;
			return statSync(config.headDir).dev === statSync(dataDir).dev
				? ["warning", "HEAD_DIR is on the same disk as DATA_DIR."]
				: ["good", "HEAD_DIR is on another disk than DATA_DIR."];
		}),
		fix: "Set HEAD_DIR to a folder of this desk alone, on another disk or machine.",
	},
	{
		id: "secret-files",
		run: ({ env }) => {
			const files = SECRET_NAMES.flatMap((name) => env[`${name}_FILE`] ?? []);
			const open = [...files, ENV_FILE].filter(isOpen).length;
			return open > 0
				? ["fault", `Every account of this machine may read ${open} of the files with secrets.`]
				: ["good", "No other account may read the files with secrets."];
		},
		fix: "chmod 600 .env and the files that the _FILE variables name; their owner is Cauri's account.",
	},
];

function writable(folder: string, variable: string): Answer {
	try {
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
		return ["good", `${variable} can be written.`];
	} catch {
		return existsSync(folder)
			? ["fault", `${variable} cannot be written by this account.`]
			: ["warning", `${variable} does not exist yet.`];
	}
}

function isOpen(path: string): boolean {
	return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0;
}
