import { parseArgs } from "node:util";
import { newMemberSchema } from "#lib/contracts/member.ts";
import words from "#lib/i18n/en.json" with { type: "json" };
import { typedText } from "#lib/text/typed-text.ts";
import { clearDelays } from "#server/access/guard/sign-in-delay.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { systemClock } from "#server/context.ts";
import { AppError, UserFacingError } from "#server/errors.ts";
import { applyMemberChange, type MemberChangeStep } from "#server/members/apply-member-change.ts";
import { newPasswordHash } from "#server/members/change-member.ts";
import { readMembers } from "#server/members/list-members.ts";
import { parseInput } from "#server/parse-input.ts";
import { forgetFactors } from "#server/second-factor/enrol/reset-second-factor.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";

interface Typed {
	email: string | undefined;
	name?: string;
	role?: string;
	password: string;
}

interface Command {
	isOfMember?: boolean;
	takesPassword?: boolean;
	/** An empty database is migrated first: the first member may be added before the first start. */
	creates?: boolean;
	/** Runs before a database is opened. Throws an AppError for values that the contract refuses. */
	prepare(typed: Typed): (database: Database) => Promise<string>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
	add: {
		takesPassword: true,
		creates: true,
		prepare(typed) {
			const input = parseInput(newMemberSchema, typed);
			return async (database) => {
				const member = await createAsOwner(database, systemClock, input, businessOf(process.env));
				return `Added ${member.name} <${member.email}> as ${member.role}.`;
			};
		},
	},
	list: { prepare: () => listMembers },
	disable: {
		isOfMember: true,
		prepare: (typed) => async (database) => {
			await change(database, await findMember(database, typed), { change: { disabled: true }, passwordHash: null });
			return `Disabled ${typed.email}; all their sessions have ended.`;
		},
	},
	"reset-password": {
		isOfMember: true,
		takesPassword: true,
		prepare: (typed) => async (database) => {
			const memberId = await findMember(database, typed);
			const rules = { password: typed.password, ...businessOf(process.env) };
			await change(database, memberId, { change: {}, passwordHash: await newPasswordHash(database, memberId, rules) });
			return `The password of ${typed.email} is changed; all their sessions have ended.`;
		},
	},
	// Lets a member sign in who must wait after wrong passwords. A password reset does this, too.
	"clear-delay": {
		isOfMember: true,
		prepare: (typed) => async (database) => {
			await clearDelays(database, { id: await findMember(database, typed), email: typed.email ?? "" });
			return `${typed.email} can sign in now.`;
		},
	},
	// Helps a member who lost phone and recovery codes, when no other admin can reset the second factor.
	"reset-second-factor": {
		isOfMember: true,
		prepare: (typed) => async (database) => {
			const memberId = await findMember(database, typed);
			await asOwner(database, (trx) => forgetFactors(trx, { memberId, at: systemClock.now(), by: null }));
			return `The second factor of ${typed.email} is reset; all their sessions have ended.`;
		},
	},
};

/** `prepare` takes the password from standard input: other processes can read a command line. Throws an Error for wrong usage. */
export function readCommand(args: string[]) {
	const text = { type: "string" } as const;
	const options = { email: text, name: text, role: text, "password-stdin": { type: "boolean" } } as const;
	const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
	const { "password-stdin": isPiped, ...typed } = values;
	const command = Object.entries(COMMANDS).find(([name]) => name === positionals[0])?.[1];
	if (!command || positionals.length > 1) throw new Error(`Use one of: ${Object.keys(COMMANDS).join(", ")}.`);
	const { isOfMember = false, takesPassword = false, creates = false, prepare } = command;
	if (isOfMember && !typed.email) throw new Error("--email is missing.");
	if (takesPassword && !isPiped)
		throw new Error("--password-stdin is missing; the password is read from standard input only.");
	const email = isOfMember ? typedText(typed.email ?? "").toLowerCase() : typed.email;
	return {
		...{ takesPassword, creates },
		prepare: (input: string) => prepare({ ...typed, email, password: input.replace(/\r?\n$/, "") }),
	};
}

/** Rethrows an AppError as a UserFacingError, with the sentences for its fields or its code. Rethrows any other error unchanged. */
export function explain(error: unknown): never {
	if (!(error instanceof AppError)) throw error;
	const { errors, faults }: Record<string, Record<string, unknown>> = words;
	const fields = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${faults?.[fault] ?? fault}`);
	throw new UserFacingError(fields.join("\n") || String(errors?.[error.code] ?? error.message));
}

async function listMembers(database: Database): Promise<string> {
	const members = await readMembers(database);
	if (members.length === 0) return "There are no members yet.";
	const rows = members.map((member) => [
		member.name,
		member.email,
		member.role,
		member.disabledAt ? "disabled" : "active",
		member.lastSignInAt ? `signed in ${member.lastSignInAt}` : "never signed in",
	]);
	const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")).join("\n");
}

async function change(
	database: Database,
	memberId: string,
	step: Pick<MemberChangeStep, "change" | "passwordHash">,
): Promise<void> {
	await asOwner(database, (trx) => applyMemberChange(trx, { memberId, at: systemClock.now(), by: null, ...step }));
}

function businessOf(env: NodeJS.ProcessEnv) {
	return { businessName: env.BUSINESS_NAME };
}

async function findMember(database: Database, { email = "" }: Typed): Promise<string> {
	const row = await database.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
	if (!row) throw new AppError("invalid_input", "no such member", { fields: { email: "no_such_member" } });
	return row.id;
}
