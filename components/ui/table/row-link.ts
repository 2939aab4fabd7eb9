/** For the link of a row: it covers the whole row, whose `tr` is `relative`. */
export const ROW_LINK =
	"after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";
