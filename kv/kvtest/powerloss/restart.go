package powerloss

import "marquee/kv/kvtest/trace"

// Restarted joins the logs of two processes: the first stopped because a sync failed, the
// second continued with what it saw in the page cache. After a failed sync the kernel
// marks what it could not write as clean, so no later sync writes it: the second process
// sees these writes, but they are on no image unless it wrote them again.
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
			e = trace.Event{Kind: trace.Ack} // does nothing, but keeps the indexes of the other events
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

// sameFiles maps files of the second process to those of the first, by the names they have
// in between.
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
