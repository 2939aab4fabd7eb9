/** Arrows between nouns, each with its reason. `from → to`. */
export const EXCEPTIONS: readonly { from: string; to: string; reason: string }[] = [
	...[
		"server/members/apply-member-added.ts",
		"server/members/apply-member-changed.ts",
		"server/payments/stop/apply-acknowledgement.ts",
		"server/second-factor/apply-policy.ts",
		"server/second-factor/enrol/apply-reset.ts",
		"server/settings/apply-final-failure.ts",
		"server/settings/apply-payment-expiry.ts",
		"server/settings/apply-payout-rule.ts",
		"server/single-sign-on/apply-password-rules.ts",
	].map((to) => ({
		from: "server/change-requests/apply-change.ts",
		to,
		reason: "A confirmed change is written by the room whose it is, in the transaction of the second decision",
	})),
	{
		from: "server/change-requests",
		to: "server/access/lock-admins.ts",
		reason: "Whoever decides as the second is an admin until it is committed",
	},
	{
		from: "server/change-requests",
		to: "server/payments/stop/stop-waiting.ts",
		reason: "Payments are locked before members, and an acknowledgement ends those that wait",
	},
	...["server/invitations/send-link.ts", "server/invitations/mail-invitation.ts"].map((from) => ({
		from,
		to: "server/second-factor/seal-secret.ts",
		reason: "One way of sealing what must be read again, by the same passwords",
	})),
	{
		from: "server/second-factor",
		to: "server/payments/rules/act-digest.ts",
		reason: "A fresh proof is bound to what is approved by the same digest that the approval asks for",
	},
	{
		from: "server/overview",
		to: "server/payments/payment-summary.ts",
		reason: "Home shows the oldest payment of each group in the same form as the lists",
	},
	{
		from: "server/overview",
		to: "server/wallets/list-wallets.ts",
		reason: "Home shows the same balances, with the same patience, as the wallets' own list",
	},
	{
		from: "server/overview",
		to: "server/wallets/movement-days.ts",
		reason: "Home shows what the mirror says of today and of the last days",
	},
	{
		from: "server/overview",
		to: "server/wallets/movement-rows.ts",
		reason: "Home shows the last rows of the mirror in the form of the list",
	},
	{
		from: "server/overview",
		to: "server/payments/stop/sending-stop.ts",
		reason: "Home and the desk's status tell whether all sending is stopped",
	},
	{
		from: "server/overview",
		to: "server/payments/stop/database-doubt.ts",
		reason: "Home and the desk's status tell that the database is not the one that we know",
	},
	{
		from: "server/overview",
		to: "server/payments/stop/forgotten-permits.ts",
		reason: "Home tells what a database that is gone has sent, until somebody has looked for it",
	},
	{
		from: "server/overview",
		to: "server/transactions/list-orphan-answers.ts",
		reason: "Home tells that the service answered payments which this database does not know as sent",
	},
	{
		from: "server/transactions",
		to: "server/payments/settle/attach-reference.ts",
		reason: "an answer that no payment admits is attached as any reference that people found",
	},
	{
		from: "server/transactions",
		to: "server/payments/watch/reference-window.ts",
		reason: "an imported transaction may answer a payment only in the window in which it could be attached",
	},
	{
		from: "server/transactions",
		to: "server/payments/payment-settings.ts",
		reason: "A status word means on the transaction's page what it means on the payment: what an admin has listed",
	},
	{
		from: "server/overview",
		to: "server/audit/read-audit-check.ts",
		reason: "Home tells that the record does not say what it said",
	},
	{
		from: "server/settings",
		to: "server/payments/stop/forgotten-permits.ts",
		reason: "Settings show what was sent by a database that is gone, beside the doubt",
	},
	{
		from: "server/settings",
		to: "server/payments/stop/database-doubt.ts",
		reason: "Settings show what is known of a database in doubt, where an admin acknowledges it",
	},
	{
		from: "server/payments",
		to: "server/wallets/wallet-look.ts",
		reason: "The balance read before the send permit is kept: it is the evidence when the answer gets lost",
	},
	{
		from: "server/payments/settle",
		to: "server/reconciliation/free-lines.ts",
		reason: "The evidence asks the one owner of the question which line is whose",
	},
	{
		from: "server/payments/settle",
		to: "server/reconciliation/proof/weigh-payment.ts",
		reason: "What a balance shows of one payment is reckoned by the same rule as the proof of its day",
	},
	{
		from: "server/reconciliation",
		to: "server/payments/evidence-window.ts",
		reason: "A payment is owed a line in the same window in which its evidence is looked for",
	},
	{
		from: "server/reconciliation",
		to: "server/payments/payment-summary.ts",
		reason: "The row of a payment, whose times make its window",
	},
	{
		from: "server/reconciliation",
		to: "server/wallets/mirror-memory.ts",
		reason: "What goes on since the last day kept is proved once for each state of the mirror",
	},
	{
		from: "server/overview",
		to: "server/reconciliation/find-alarms.ts",
		reason: "Home says at once when money left that nobody here sent",
	},
	{
		from: "server/overview",
		to: "server/reconciliation/count-findings.ts",
		reason: "Home counts what the reconciliation could not tell and people must",
	},
	{
		from: "server/settings",
		to: "server/payments/payment-settings.ts",
		reason: "Settings show the policy that payments obey, read by the same code",
	},
	{
		from: "server/settings",
		to: "server/payments/send-job.ts",
		reason: "A word that becomes a final failure is asked about again for the payments that stand at it",
	},
	{
		from: "server/settings",
		to: "server/payments/rules/payout-rule.ts",
		reason: "Admins change the very rule that payouts are held to, read by the same code",
	},
	{
		from: "server/payments",
		to: "server/continuity/continuity-gap.ts",
		reason: "A payout leaves only from a wallet that has been read since the last gap in the signs of life",
	},
	{
		from: "server/payments",
		to: "server/continuity/life.ts",
		reason: "Each send asks first whether time went missing in this process",
	},
	{
		from: "server/continuity",
		to: "server/wallets/wallet-look.ts",
		reason: "The witness is heard by the wallet's own look at its balance, which is kept as every other",
	},
	{
		from: "server/continuity",
		to: "server/wallets/sync-movements.ts",
		reason: "The witness is heard by the wallet's own sync of its lines",
	},
	{
		from: "server/continuity",
		to: "server/reconciliation/reconcile-wallet.ts",
		reason: "Lines are matched with payments by the one owner of that question",
	},
	{
		from: "server/continuity",
		to: "server/reconciliation/payment-claims.ts",
		reason: "A payout explains a line in the same window in which it is owed one",
	},
	{
		from: "server/continuity",
		to: "server/reconciliation/proof/reckon-since.ts",
		reason: "A gap is proved by the same reckoning as each day",
	},
	{
		from: "server/continuity",
		to: "server/payments/stop/database-doubt.ts",
		reason: "A wallet that cannot be proved stops sending as every other doubt does: one row",
	},
	{
		from: "server/continuity",
		to: "server/payments/send-job.ts",
		reason: "What waited for the proof is sent at once",
	},
	{
		from: "server/continuity",
		to: "server/payments/move-payment.ts",
		reason: "What an admin says of a held payout moves it in the one way a payment changes",
	},
	{
		from: "server/continuity",
		to: "server/payments/stop/stop-waiting.ts",
		reason: "A payout that the wallet may show as gone is marked as every other that may have left",
	},
	{
		from: "server/continuity",
		to: "server/payments/payment-summary.ts",
		reason: "The row of a held payout",
	},
	{
		from: "server/settings",
		to: "server/continuity/shared-wallets.ts",
		reason: "An admin says which wallets other systems use too, kept where the wallet is judged",
	},
	{
		from: "server/overview",
		to: "server/continuity/read-wallet-witness.ts",
		reason: "The desk's status tells that sending waits for the wallet",
	},
	{
		from: "server/backup",
		to: "server/payments/stop/database-doubt.ts",
		reason: "Whoever puts a backup back is told what the desk will say of it, in the judgement of the desk itself",
	},
	...["server/overview", "server/payments", "server/reconciliation", "server/continuity", "server/http"].map(
		(from) => ({
			from,
			to: "server/wallets/sync-row.ts",
			reason: "How level a mirror is, and whether it is whole, is read where it is written",
		}),
	),
];
