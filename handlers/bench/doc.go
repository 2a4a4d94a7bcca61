// Package bench measures the product as a client sees it: the hot paths with the
// reads and writes they may take (testdata/budgets.txt), their speed beside a
// hand-written reference over the same store and beside PostgreSQL, how costs grow
// with the store, and what the real binary needs. It holds tests alone; make bench,
// make bench-freelist and make growth run the long ones.
package bench
