/** The one question every verb asks first. */
import { type Action, may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Throws `forbidden` unless the member's role has the action. */
export function demand(context: Context, action: Action): void {
	if (!may(context.member.role, action)) {
		throw new AppError("forbidden", `${context.member.role} may not ${action}`);
	}
}
