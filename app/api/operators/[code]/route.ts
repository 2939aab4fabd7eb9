import { z } from "zod";
import { operatorCodeSchema } from "#lib/contracts/common-fields.ts";
import { operatorChangeSchema } from "#lib/contracts/operator.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeOperator } from "#server/settings/change-operator.ts";

const params = z.strictObject({ code: operatorCodeSchema });

export const PATCH = handle(
	{ action: "settings.manage", params, body: operatorChangeSchema },
	(context, { code, ...change }) => changeOperator(context, { code, change }),
);
