package machine

import "os"

// Runs tells whether there is a process with an id. It says yes where it cannot know.
func Runs(id int) bool {
	p, err := os.FindProcess(id)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
