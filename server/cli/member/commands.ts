/** The arguments of each command, and its effect on the database. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { newMemberSchema } from "#lib/contracts/member.ts";
import { typedText } from "#lib/text/typed-text.ts";
import { clearDelays } from "#server/access/guard/sign-in-delay.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { UsageError } from "#server/cli/member/messages.ts";
import { systemClock } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { applyMemberChange, type MemberChangeStep } from "#server/members/apply-member-change.ts";
import { newPasswordHash } from "#server/members/change-member.ts";
import { readMembers } from "#server/members/list-members.ts";

import { parseInput } from "#server/parse-input.ts";
import { forgetFactors } from "#server/second-factor/enrol/reset-second-factor.ts";
import { asOwner } from "#server/store/as-owner.ts";

import type { Database } from "#server/store/database.ts";

/** Returns a sentence about what it did, for the terminal. */
type MemberTask = (database: Database) => Promise<string>;

const OPTIONS = {
	email: { type: "string" },
	name: { type: "string" },
	role: { type: "string" },
	"password-stdin": { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

interface Options extends Partial<ReturnType<typeof readArguments>["values"]> {
	/** Reads standard input to its end. */
	readInput(): Promise<string>;
}

/** Throws a UsageError for what is mistyped, and what the contract refuses, before a database opens. */
export function readCommand(args: string[], readInput: Options["readInput"]): Promise<MemberTask> | "help" {
	const { values, positionals } = readArguments(args);
	if (values.help) return "help";
	const command = Object.entries(COMMANDS).find(([name]) => name === positionals[0])?.[1];
	if (!command || positionals.length > 1)
		throw new UsageError("Use one of: add, list, disable, reset-password, clear-delay, reset-second-factor.");
	return command({ ...values, readInput });
}

function readArguments(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS, allowPositionals: true });
	} catch (cause) {
		throw new UsageError(cause instanceof Error ? cause.message : String(cause));
	}
}

async function addFromTerminal(options: Options): Promise<MemberTask> {
	const typed = { email: options.email, name: options.name, role: options.role };
	const input = parseInput(newMemberSchema, { ...typed, password: await passwordFromInput(options) });
	return async (database) => {
		const member = await createAsOwner(database, systemClock, input, businessOf(process.env));
		return `Added ${member.name} <${member.email}> as ${member.role}.`;
	};
}

async function listOnTerminal(): Promise<MemberTask> {
	return async (database) => {
		const members = await readMembers(database);
		if (members.length === 0) return "There are no members yet.";
		const rows = members.map((member) => [
			member.name,
			member.email,
			member.role,
			member.disabledAt ? "disabled" : "active",
			member.lastSeenAt ? `seen ${member.lastSeenAt}` : "never signed in",
		]);
		const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
		return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")).join("\n");
	};
}

async function disableFromTerminal(options: Options): Promise<MemberTask> {
	const email = requireEmail(options);
	return async (database) => {
		await change(database, email, { change: { disabled: true }, passwordHash: null });
		return `Disabled ${email}; all their sessions have ended.`;
	};
}

async function resetFromTerminal(options: Options): Promise<MemberTask> {
	const email = requireEmail(options);
	const password = await passwordFromInput(options);
	return async (database) => {
		const passwordHash = await newPasswordHash(database, await findMember(database, email), {
			password,
			...businessOf(process.env),
		});
		await change(database, email, { change: {}, passwordHash });
		return `The password of ${email} is changed; all their sessions have ended.`;
	};
}

/** For members delayed by wrong passwords; a password reset clears the delay, too. */
async function clearDelayFromTerminal(options: Options): Promise<MemberTask> {
	const email = requireEmail(options);
	return async (database) => {
		await clearDelays(database, { id: await findMember(database, email), email });
		return `${email} can sign in now.`;
	};
}

/** For members who lost phone and recovery codes, when no other admin can reset them. */
async function resetFactorFromTerminal(options: Options): Promise<MemberTask> {
	const email = requireEmail(options);
	return async (database) => {
		const memberId = await findMember(database, email);
		const at = systemClock.now();
		await asOwner(database, (trx) => forgetFactors(trx, { memberId, at, by: null }));
		return `The second factor of ${email} is reset; all their sessions have ended.`;
	};
}

const COMMANDS = {
	add: addFromTerminal,
	list: listOnTerminal,
	disable: disableFromTerminal,
	"reset-password": resetFromTerminal,
	"clear-delay": clearDelayFromTerminal,
	"reset-second-factor": resetFactorFromTerminal,
};

async function change(
	database: Database,
	email: string,
	step: Pick<MemberChangeStep, "change" | "passwordHash">,
): Promise<void> {
	const memberId = await findMember(database, email);
	const at = systemClock.now();
	await asOwner(database, (trx) => applyMemberChange(trx, { memberId, at, by: null, ...step }));
}

function businessOf(env: NodeJS.ProcessEnv) {
	return { businessName: env.BUSINESS_NAME };
}

async function findMember(database: Database, email: string): Promise<string> {
	const row = await database.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
	if (!row) throw new AppError("invalid_input", "no such member", { fields: { email: "no_such_member" } });
	return row.id;
}

function requireEmail(options: Options): string {
	if (!options.email) throw new UsageError("--email is missing.");
	return typedText(options.email).toLowerCase();
}

/** Reads standard input without its final line end: a command line would show the password to every process. */
async function passwordFromInput(options: Options): Promise<string> {
	if (!options["password-stdin"])
		throw new UsageError("--password-stdin is missing; the password is read from standard input only.");
	return (await options.readInput()).replace(/\r?\n$/, "");
}
