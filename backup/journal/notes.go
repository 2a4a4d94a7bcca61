package journal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// notesFile lies beside the segments.
const notesFile = "notes.json"

// notes are what a journal knows of the world around it. To lose them costs no more
// than a backup and a comparison.
type notes struct {
	// Base is the last commit of the newest backup, as far as was told.
	Base time.Time `json:"base"`
	// Compared is when the journal was last compared with the store, Fault what was
	// wrong then.
	Compared time.Time `json:"compared"`
	Fault    string    `json:"fault,omitempty"`
}

func readNotes(dir string) (n notes) {
	b, err := os.ReadFile(filepath.Join(dir, notesFile))
	if err == nil {
		err = json.Unmarshal(b, &n)
	}
	if err != nil {
		return notes{}
	}
	return n
}

// LastFault is what the last comparison with the store found wrong with the journal
// in a folder.
func LastFault(dir string) string { return readNotes(dir).Fault }

// keepNotes writes them down, without a sync.
func (j *Journal) keepNotes(n notes) {
	path := filepath.Join(j.o.Dir, notesFile)
	b, err := json.Marshal(n)
	if err == nil {
		err = os.WriteFile(path+".new", b, 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		j.o.Log.Warn("the notes of the journal cannot be written", "error", err)
	}
}

// Based tells the last commit of a good backup. One is enough for a generation
// when it is not older than the generation's start.
func (j *Journal) Based(lastCommit time.Time) {
	j.note(func(n *notes) {
		if lastCommit.After(n.Base) {
			n.Base = lastCommit
		}
	})
}

// forget drops what cannot be of a generation that begins: the store was brought back to a
// moment before the last backup, or a clock was ahead when that was made.
func (j *Journal) forget(start time.Time) {
	if j.notes.Base.After(start) {
		j.notes.Base = time.Time{}
	}
	if j.notes.Compared.After(j.o.now()) {
		j.notes.Compared, j.notes.Fault = time.Time{}, ""
	}
}

// ComparedNow tells what a comparison with the store found; fault is empty when
// all was well.
func (j *Journal) ComparedNow(fault string) {
	j.note(func(n *notes) { n.Compared, n.Fault = j.o.now().UTC(), fault })
}

func (j *Journal) note(change func(*notes)) {
	j.mu.Lock()
	change(&j.notes)
	n := j.notes
	j.settle()
	j.mu.Unlock()
	j.keepNotes(n)
}
