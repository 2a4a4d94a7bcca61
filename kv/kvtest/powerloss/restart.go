package powerloss

import "marquee/kv/kvtest/trace"

// Restarted is the life of two processes: the first stopped because a sync had
// failed, the second went on with what it saw in the memory of the system. After a
// failed sync the system takes what it could not write for written, so no later
// sync brings it to the disk: these writes are seen by the second process, and are
// on no image, but where it wrote them again.
func Restarted(first, second *trace.Log) *trace.Log {
	d := newDisk(first.Folder)
	for i, e := range first.Events {
		d.take(i, e)
	}
	lost := map[int]bool{}
	for _, p := range d.data {
		lost[p.index] = true
	}
	both := &trace.Log{Folder: first.Folder}
	for i, e := range first.Events {
		if lost[i] {
			e = trace.Event{Kind: trace.Ack} // nothing; events keep their places
		}
		both.Events = append(both.Events, e)
	}
	both.First = len(both.Events)
	files, shift := sameFiles(d, second), len(both.Events)-second.First
	for _, e := range second.Events[second.First:] {
		e.File, e.Begin = files[e.File], e.Begin+shift
		both.Events = append(both.Events, e)
	}
	return both
}

// sameFiles tells which file of the first process one of the second is: by what
// it is called in between.
func sameFiles(d *disk, second *trace.Log) map[int]int {
	for _, p := range d.naming {
		d.name(p.Event)
	}
	files := map[int]int{0: 0}
	for i, e := range second.Events {
		if e.Kind != trace.Create {
			continue
		}
		files[e.File] = len(second.Events) + e.File // a new one
		if file, there := d.names[e.Path]; there && i < second.First {
			files[e.File] = file
		}
	}
	return files
}
