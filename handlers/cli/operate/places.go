package operate

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"marquee/backup"
	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// placesNote is the file in the data folder that says where serve keeps what a store comes
// back from, when that is elsewhere: who comes by hand, after a disaster, does not have the
// flags of the server.
const placesNote = "places.json"

// places are where serve keeps the journal and backups; empty for the data folder.
type places struct {
	// Data is the data folder that they are of: in a copy of it they tell nothing.
	Data    string `json:"data"`
	Journal string `json:"journal,omitempty"`
	Shipped string `json:"shipped,omitempty"`
	Backups string `json:"backups,omitempty"`
	// BackupDisk: the folder of the backups was on another disk than the store once.
	BackupDisk bool `json:"backupDisk,omitempty"`
}

// elsewhere tells whether anything lies outside the data folder.
func (p places) elsewhere() bool { return p.Journal+p.Shipped+p.Backups != "" }

// placesOf reads what serve noted last; empty when there is nothing that can be read.
func placesOf(dir string) (p places) {
	b, err := os.ReadFile(filepath.Join(dir, placesNote))
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil || p.Data != realFolder(dir) {
		return places{}
	}
	return p
}

// realFolder is the one name of a folder.
func realFolder(dir string) string {
	if all, err := filepath.Abs(dir); err == nil {
		dir = all
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// serverNote is the file in the data folder by which its server is told from that of a copy,
// and serverIDBytes how much of chance is in it.
const (
	serverNote    = "server.id"
	serverIDBytes = 8
)

// noteServer gives a data folder the file where it has none.
func noteServer(dir string, log *slog.Logger) {
	path := filepath.Join(dir, serverNote)
	if _, err := os.Stat(path); err == nil {
		return
	}
	id := make([]byte, serverIDBytes)
	rand.Read(id)
	if err := machine.Replace(path, []byte(hex.EncodeToString(id)+"\n")); err != nil {
		log.Warn("the data folder was given no id of its own", "error", err)
	}
}

// serverName is how the server of a data folder is known where its backups go. A store that is
// restored elsewhere has the id of its origin, and a folder that was copied this one too, but
// not its place.
func serverName(dir string) string {
	host, _ := os.Hostname()
	id, _ := os.ReadFile(filepath.Join(dir, serverNote))
	return fmt.Sprintf("the server of %s on %s (%s)", realFolder(dir), host, strings.TrimSpace(string(id)))
}

// notePlaces writes down where the server keeps what. A journal that is not kept any more
// is noted still: it leads up to where it was given up. What cannot be noted costs no
// more than flags.
func notePlaces(c *cli.Context, log *slog.Logger) {
	dir := c.Path("data")
	noteServer(dir, log)
	p := places{Data: realFolder(dir), Shipped: c.String("journal-ship"), Backups: c.String("backup-to"), Journal: c.String("journal")}
	before := placesOf(dir)
	if p.Journal == noJournal {
		p.Journal = before.Journal
	}
	own := map[*string]string{&p.Journal: journalFolder, &p.Shipped: "", &p.Backups: backupFolder}
	for place, name := range own {
		home, err := backup.Home(*place)
		switch {
		case *place == "":
		case err != nil:
			*place = ""
		case name != "" && realFolder(home) == filepath.Join(p.Data, name):
			*place = ""
		default:
			*place = home
		}
	}
	p.BackupDisk = before.BackupDisk && before.Backups == p.Backups
	if err := p.write(dir); err != nil {
		log.Warn("where journal and backups lie was not noted", "error", err)
	}
}

// write puts the note into a data folder, and takes it away where there is nothing to note.
func (p places) write(dir string) error {
	path := filepath.Join(dir, placesNote)
	if !p.elsewhere() {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return machine.Replace(path, append(b, '\n'))
}
