package operate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// namedBackup is a backup as it was named: a file, a place with several, or the bare
// name that backup list prints of one in the data folder. What is not there is refused.
func namedBackup(dir, name string) (string, error) {
	if backup.IsS3(name) {
		return name, nil
	}
	_, err := os.Stat(name)
	if err == nil || errors.Is(err, fs.ErrPermission) {
		return name, err
	}
	if filepath.Base(name) == name && backup.IsBackup(name) {
		for _, place := range []string{filepath.Join(dir, backupFolder), placesOf(dir).Backups} {
			listed := filepath.Join(place, name)
			if _, err := os.Stat(listed); err == nil && place != "" {
				return listed, nil
			}
		}
	}
	return "", cmdline.Usage("there is no backup %s\nSee the backups: %s", name, cmdline.CommandLine(listing(dir, name)))
}

// listing is the command that lists the backups where one was looked for that is not there.
func listing(dir, name string) []string {
	if beside := filepath.Dir(name); filepath.Base(name) != name {
		if info, err := os.Stat(beside); err == nil && info.IsDir() {
			return []string{"marquee", "backup", "list", beside}
		}
	}
	return []string{"marquee", "backup", "list", "--data", dir}
}

// newestOr is the backup that was named, or the newest good one where that leads;
// without a name the newest good one in the data folder.
func newestOr(ctx context.Context, dir string, args []string) (string, error) {
	dest := destOf(dir, args)
	if len(args) == 1 {
		named, err := namedBackup(dir, dest)
		if err != nil || !holdsBackups(named) {
			return named, err
		}
	}
	id, err := storeID(ctx, dir)
	if err != nil {
		id = "" // no store, or none that can be read: any backup will do
	}
	newest, ok, err := backup.Newest(ctx, dest, id)
	if !ok && err == nil {
		newest, ok, err = backup.Newest(ctx, dest, "")
	}
	if ok || err != nil {
		return backup.At(dest, newest.Name), err
	}
	if elsewhere := placesOf(dir).Backups; len(args) == 0 && elsewhere != "" {
		return "", cmdline.Usage("there is no backup in %s\nThe server makes them in %s: name that place", dest, elsewhere)
	}
	words := []string{"marquee", "backup"}
	if len(args) == 1 {
		words = append(words, dest)
	}
	return "", cmdline.Usage("there is no backup in %s\nMake one: %s", dest, cmdline.CommandLine(append(words, "--data", dir)))
}

// holdsBackups tells a folder, or a prefix in a bucket, from one backup.
func holdsBackups(path string) bool {
	if backup.IsS3(path) {
		return !backup.IsBackup(path)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// SinceFlags name the backup that a log of the store must go on from.
func SinceFlags(log string) []cli.Flag {
	return []cli.Flag{cmdline.Text("since", "a backup, a `FILE`, a name that backup list prints, or s3:// address, that this "+log+" must go on from"), IdentityFlag()}
}

// SinceOf reads what the backup that --since names says of the store; ok is false where
// none is named.
func SinceOf(c *cli.Context) (m backup.Manifest, ok bool, err error) {
	if err := cmdline.NoArguments(c); err != nil || c.String("since") == "" {
		return m, false, err
	}
	path, err := newestOr(c.Context, c.Path("data"), []string{c.String("since")})
	if err != nil {
		return m, false, err
	}
	who, err := identities(c)
	if err != nil {
		return m, false, err
	}
	m, err = backup.ManifestOf(c.Context, path, who)
	return m, err == nil, verdict(err)
}
