//go:build linux && (amd64 || arm64)

package trace

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// begin records what is already in the folder, as if it had just been created and synced.
func (t *tracer) begin() error {
	err := filepath.WalkDir(t.o.Folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			t.add(Event{Kind: Folder, Path: path})
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := t.known(path, info)
		t.add(Event{Kind: Write, File: file, Data: content})
		t.add(Event{Kind: Sync, File: file, Begin: len(t.log.Events)})
		return nil
	})
	if err != nil {
		return err
	}
	folders := []Event{}
	for _, e := range t.log.Events {
		if e.Kind == Folder {
			folders = append(folders, Event{Kind: SyncFolder, Path: e.Path, Begin: len(t.log.Events)})
		}
	}
	t.log.Events = append(t.log.Events, folders...)
	t.log.First = len(t.log.Events)
	return nil
}

func (t *tracer) add(e Event) { t.log.Events = append(t.log.Events, e) }

// known returns the file with a path, a new one if it was not seen before.
func (t *tracer) known(path string, info fs.FileInfo) int {
	if file, there := t.names[path]; there {
		return file
	}
	t.files++
	t.names[path] = t.files
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		t.inos[s.Ino] = t.files
	}
	t.add(Event{Kind: Create, Path: path, File: t.files})
	return t.files
}
