/** The permission check that a verb begins with, unless its transaction begins with one. */
import { type Action, may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

export function requirePermission(context: Context, action: Action): void {
	if (!may(context.member.role, action)) {
		throw new AppError("forbidden", `${context.member.role} may not ${action}`);
	}
}
