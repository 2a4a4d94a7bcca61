package powerloss

import (
	"maps"
	"path/filepath"

	"marquee/kv/kvtest/trace"
)

// pending is a change that is not synced yet.
type pending struct {
	index int // of its event
	trace.Event
}

// disk is the state after some events: what is durable, and what is not yet.
type disk struct {
	files   map[int]*pages // by file
	names   map[string]int // the file at each path
	folders map[string]bool
	data    []pending
	naming  []pending
	full    map[int]int64 // the length of each file with everything applied
}

func newDisk(root string) *disk {
	return &disk{files: map[int]*pages{}, names: map[string]int{}, folders: map[string]bool{root: true}, full: map[int]int64{}}
}

// copy returns a copy that shares the unchanging parts.
func (d *disk) copy() *disk {
	files := make(map[int]*pages, len(d.files))
	for id, p := range d.files {
		files[id] = p.copy()
	}
	return &disk{files: files, names: maps.Clone(d.names), folders: maps.Clone(d.folders), full: d.full}
}

// take applies the next event.
func (d *disk) take(index int, e trace.Event) {
	p := pending{index, e}
	switch e.Kind {
	case trace.Write, trace.Resize:
		d.data = append(d.data, p)
		d.lengthen(e)
	case trace.Sync:
		d.data = settle(d.data, func(p pending) bool { return p.File == e.File && p.index < e.Begin }, d.change)
	case trace.SyncFolder:
		d.naming = settle(d.naming, func(p pending) bool { return p.in(e.Path) && p.index < e.Begin }, d.name)
	case trace.Create:
		d.files[e.File] = newPages()
		d.naming = append(d.naming, p)
	case trace.Folder, trace.Rename, trace.Link, trace.Remove:
		d.naming = append(d.naming, p)
	}
}

func (d *disk) lengthen(e trace.Event) {
	if e.Kind == trace.Resize {
		d.full[e.File] = e.Size
		return
	}
	d.full[e.File] = max(d.full[e.File], e.Offset+int64(len(e.Data)))
}

// settle makes the covered changes durable, in their order, and returns the others.
func settle(all []pending, covered func(pending) bool, apply func(trace.Event)) []pending {
	var rest []pending
	for _, p := range all {
		if covered(p) {
			apply(p.Event)
		} else {
			rest = append(rest, p)
		}
	}
	return rest
}

// in reports whether syncing a folder makes a change of names durable: it must be the
// folder of the new name.
func (p pending) in(folder string) bool {
	path := p.Path
	if p.To != "" {
		path = p.To
	}
	return filepath.Dir(path) == folder
}

// change applies a change to a file.
func (d *disk) change(e trace.Event) {
	switch e.Kind {
	case trace.Write:
		d.files[e.File].write(e.Offset, e.Data)
	case trace.Resize:
		d.files[e.File].resize(e.Size)
	}
}

// name applies a change of names.
func (d *disk) name(e trace.Event) {
	switch e.Kind {
	case trace.Folder:
		d.folders[e.Path] = true
	case trace.Create:
		d.names[e.Path] = e.File
	case trace.Link:
		d.names[e.To] = e.File
	case trace.Rename:
		delete(d.names, e.Path)
		d.names[e.To] = e.File
	case trace.Remove:
		delete(d.names, e.Path)
		delete(d.folders, e.Path)
	}
}
