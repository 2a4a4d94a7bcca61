// Package async keeps requests whose callers do not wait for the answer: they are told a
// uuid at once, and ask with it until the answer is there.
//
// # RULES
//
//   - A request that was taken is stored before its caller is told, and is carried out
//     soon after, also when the program was ended in between.
//   - A request that may change something is carried out once at most: when the program
//     ends while it runs, its answer says that nobody knows what became of it. One that only
//     reads is carried out again.
//   - It is carried out in the name of its caller, as they stand then: a token that was
//     revoked meanwhile may no more.
//   - The answer is kept for two hours, whether it was read or not. Only who asked finds it,
//     and only while they may do and see exactly what they could when it was made.
//   - A token has only so many requests open at a time, and a company so many answers kept, of
//     so many bytes. A read whose answer would be beyond them is told so instead.
//   - Tokens are never stored, nor requests that carry a password.
//
// The map: record.go is what is stored, take.go takes requests and gives answers, run.go
// carries them out, through whatever [Use] was given.
package async
