/** Classes of a link that covers its whole row; the row's `tr` must be `relative`. */
export const ROW_LINK =
	"after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";
