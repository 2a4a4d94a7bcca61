// Package clock judges whether the wall clock of this machine can be right. A store
// keeps the moment of its last commit and never goes back behind it, so one start
// under a clock that is far ahead would stamp everything with a time that has not
// come yet.
//
// More than an hour behind the last commit is never right: either the clock is wrong
// now, or it was when that commit was made. More than an hour ahead is what a machine
// shows that was off for a while, so something else has to tell:
//
//   - a time server keeps the clock: then it is right;
//   - the machine has run without a break since the store was served last: the time
//     it ran, which nobody can set, must explain the time that has passed. This is
//     asked even when the last commit is of this minute: a commit that was made under
//     the wrong clock does not make it right;
//   - else the machine was off. A clock that lost its battery comes back years
//     behind, which is refused above; ahead it is believed up to half a year.
//
// While a store is served the wall clock is compared with the time that the machine
// ran, so sleep is no jump, and setting the clock is, unless a time server did. Linux and
// macOS tell that time; elsewhere the process itself counts it, so that nothing is known
// of the time between two starts, and a clock that was set ahead then is believed up to
// half a year.
package clock
