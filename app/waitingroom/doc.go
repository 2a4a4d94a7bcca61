// Package waitingroom is the line before an event that more people want to buy for than the box
// office can serve at a time.
//
// Everybody who comes gets a number, which their browser keeps: signed, and stored nowhere
// else. The store keeps per event how many numbers there are and how many people were
// called in; who is inside is known to the memory of the process alone.
//
// # RULES
//
// Who comes before the hour of the draw is drawn: at the hour a permutation of the numbers
// so far, secret until then and the same ever after, says who is where in the line. Who
// comes later stands behind them, first come, first served. Without an hour there is no
// draw.
//
// A browser keeps its number, however often it reloads and however many windows it opens.
//
// So many people are called that at most Shoppers are inside, and no more than there are
// units left; fewer while commits are slow. Who was called has ten minutes to come in, and
// loses the place then. Who is inside stays an hour, and is gone after five minutes
// without a page. The basket and the payment need no place in the line.
//
// A line can be paused: nobody more is called in, all keep their places, and who was called or is
// inside goes on. It is forgotten with the line.
//
// After a crash nobody loses a number: numbers are given out from blocks that the store
// has booked. Who was called stays called; some numbers of the last block belong to nobody.
package waitingroom
