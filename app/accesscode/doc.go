// Package accesscode keeps the access codes of a company: what they open, who may
// enter one, and which goods are closed without. It knows nothing of orders: who sells
// asks whether goods are locked, and tells how often a code was used.
//
//   - record.go is a code as it is stored; write.go makes and changes codes, and
//     check.go says what they must be like. What codes of every kind have in common,
//     children, trash and lists among it, is package codes.
//   - read.go is what others ask; copy.go lets codes close copies of an event; lock.go decides about goods.
//
// # RULES
//
//   - An access code opens and never reduces. It is letters, digits, - and _, unique in
//     the company without case.
//   - A code restricts sale items, everything made from inventory items, and everything
//     of events and of the events of schedules. What no code restricts is open to all, unless the code that was entered
//     hides it. What codes restrict can be bought with one of these only.
//   - A code restricts from the moment it is made, before it is valid too. After its end
//     it restricts no more, unless it is to hide its items then as well. One that is
//     disabled or deleted restricts nothing; one that is paused restricts as before, and
//     nobody can enter it.
//   - Staff and the API sell what is restricted without a code; shop and kiosk do not.
//   - A code that is unknown, disabled, deleted, a parent or outside its validity is
//     refused in the same words, so that nobody finds out by trying.
package accesscode
