package imports

import "time"

// Limits of a file.
const (
	// MaxFile is the largest file, in bytes.
	MaxFile = 7 << 20
	// MaxRows is how many rows a file may have beside its header.
	MaxRows = 10_000
	// MaxColumns is how many columns a file may have.
	MaxColumns = 200
	// maxRow bounds one row, maxPart what is stored of a file in one record, in bytes; a
	// part is a row longer at most.
	maxRow  = 64 << 10
	maxPart = 64 << 10
	// maxHeader is the longest header of a column, maxName the longest name of a file,
	// MaxValue the longest value that counts for all rows, in characters.
	maxHeader = 200
	maxName   = 255
	MaxValue  = 1_000
	// MaxWords is how many words of a file can stand for others.
	MaxWords = 500
	// MaxGroup is how many rows one record may have: as many as an order has items.
	MaxGroup = 250
)

// Limits of the work.
const (
	// erasedAtOnce is how many parts one step of an erasure looks at, erasedFiles how many
	// imports.
	erasedAtOnce = 4
	erasedFiles  = 200
	// atOnce is how many records one transaction takes, and writerTime after how long it
	// takes no more of them: so long others wait for the writer. A rehearsal reads a
	// snapshot, and is ended by rehearsalTime.
	atOnce        = 100
	writerTime    = 25 * time.Millisecond
	rehearsalTime = 150 * time.Millisecond
	// maxProblem bounds what is kept of a reason, in bytes; maxProblems how many are kept
	// of one row.
	maxProblem  = 300
	maxProblems = 20
)

// Limits of what is kept.
const (
	// MaxPage is how many imports one page of the list holds, MaxRowPage how many rows one
	// page of a report.
	MaxPage    = 100
	MaxRowPage = 500
	// MaxOpen is how many imports of a company may stand open.
	MaxOpen = 20
	// KeptFor is how long the rows of an import are kept after its end. What became of it
	// stays, without the rows.
	KeptFor = 30 * 24 * time.Hour
	// openFor is how long an import may wait for somebody to go on with it.
	openFor = 30 * 24 * time.Hour
	// forgetEvery is the pause between two looks for what is kept no longer, forgetBatch
	// how many records one transaction removes.
	forgetEvery = time.Hour
	forgetBatch = 200
)
