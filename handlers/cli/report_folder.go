package cli

import (
	"errors"
	"io"
	"os"
	"runtime"

	"marquee/app/report"

	"github.com/urfave/cli/v2"
)

// openReports says where reports are put that are made by the clock. A name of a file
// leads nowhere but into that folder.
func openReports(c *cli.Context, store *Store) (func(), error) {
	dir := c.Path("report-folder")
	if dir == "" {
		return func() {}, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, usage("--report-folder: %v", err)
	}
	report.KeepIn(store.App, func(name string, write func(io.Writer) error) error { return putReport(root, name, write) })
	return func() { _ = root.Close() }, nil
}

// putReport writes a file that gets its name when it is whole.
func putReport(root *os.Root, name string, write func(io.Writer) error) error {
	part := name + ".part"
	f, err := root.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		_ = root.Remove(part) // the error matters more
		return err
	}
	if err := root.Rename(part, name); err != nil {
		return err
	}
	return syncRoot(root)
}

// syncRoot makes the new name durable: the run is noted as done after it, and not made again.
func syncRoot(root *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync folders; NTFS journals names by itself
	}
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
