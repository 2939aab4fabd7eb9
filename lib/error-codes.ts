/** The closed list of what can go wrong, as a browser may see it: code → HTTP status. Each has words in lib/i18n under `errors`. */
export const ERROR_CODES = {
	unauthenticated: 401,
	wrong_credentials: 401,
	too_many_attempts: 429,
	forbidden: 403,
	foreign_origin: 403,
	own_approval: 403,
	not_found: 404,
	invalid_input: 400,
	not_json: 415,
	idempotency_key_missing: 400,
	idempotency_key_reused: 409,
	conflict: 409,
	stale_version: 409,
	wallet_unknown: 404,
	operator_unknown: 400,
	last_admin: 409,
	email_taken: 409,
	sending_stopped: 409,
	service_refused: 502,
	service_refused_keys: 502,
	service_unreachable: 503,
	service_unreadable: 502,
	too_large: 413,
	internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
